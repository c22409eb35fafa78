import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { C2PA_SETTINGS } from '../../../src/config/c2pa.ts';
import { describeConfig, readConfig } from '../../../src/config/config.ts';

const HEAD = `Settings of the service. Copy this file to .env and take the # from the lines that you change. \`npm start\`, \`assay serve\` and every command that reads settings take .env from the folder in which they are started; a variable that is set already wins. A value with # or with spaces at its ends goes in quotes. Never commit .env: it may hold secrets.

Every setting is optional; the values below are the defaults. \`npx assay config\` prints them with the values in force.`;

const LINE_CHARS = 118;

/** Words in lines behind "# ", none longer than the limit. */
function comment(paragraph: string): string {
  const lines: string[] = [];
  for (const word of paragraph.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= LINE_CHARS) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.map((line) => `# ${line}`).join('\n');
}

const lines = describeConfig({});
const page = (name: string) => readFileSync(new URL(`../../../../../${name}`, import.meta.url), 'utf8');

/** `npm run docs` writes it. */
test('.env.example is the table of settings: every name once, with meaning and default', async () => {
  const settings = lines.map((line) => `${comment(line.meaning)}\n# ${line.name}=${line.default}\n`);
  const text = [...HEAD.split('\n\n').map((paragraph) => `${comment(paragraph)}\n`), ...settings].join('\n');
  await expect(text).toMatchFileSnapshot('../../../../../.env.example');
});

test('.env.example as it stands, without its marks of comment, says the defaults', () => {
  const text = page('.env.example').replace(/^# ([A-Z][A-Z0-9_]+=)/gm, '$1');
  const environment = parseEnv(text) as Record<string, string>;
  expect(environment).toEqual(Object.fromEntries(lines.map((line) => [line.name, line.default])));
  expect(readConfig(environment)).toEqual(readConfig({}));
});

test('docs/reference/contentCredentials.md has every setting of Content Credentials', () => {
  const text = page('docs/reference/contentCredentials.md');
  for (const { name } of Object.values(C2PA_SETTINGS))
    expect([name, text.includes(`\`${name}\``)]).toEqual([name, true]);
});
