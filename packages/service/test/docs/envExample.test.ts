import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { C2PA_SETTINGS } from '../../src/configC2pa.ts';
import { SETTINGS } from '../../src/config.ts';

const text = readFileSync(new URL('../../../../.env.example', import.meta.url), 'utf8');
const shown = new Map([...text.matchAll(/^# ([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]));

test('.env.example names only settings that there are, with their defaults', () => {
  const known = new Map<string, string>(Object.values(SETTINGS).map(({ name, defaultText }) => [name, defaultText]));
  for (const [name, value] of shown) expect([name, value]).toEqual([name, known.get(name as string)]);
  expect(shown.size).toBeGreaterThan(30);
});

test('.env.example and docs/reference/contentCredentials.md have every setting of Content Credentials', () => {
  const page = readFileSync(new URL('../../../../docs/reference/contentCredentials.md', import.meta.url), 'utf8');
  for (const { name } of Object.values(C2PA_SETTINGS))
    expect([name, shown.has(name), page.includes(`\`${name}\``)]).toEqual([name, true, true]);
});
