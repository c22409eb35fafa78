import { expect, it } from 'vitest';
import { EXIT } from '../src/exitCode.ts';
import { fakeTerminal } from './fakeTerminal.ts';
import { runAssay } from './runAssay.ts';

it('lists every setting with default, value and meaning, and hides secrets', async () => {
  const secret = 'a-secret-that-nobody-may-read-here';
  const terminal = fakeTerminal({ environment: { PORT: '9000', ASSAY_JWT_SECRET: secret } });
  expect(await runAssay(['config', '--json'], terminal)).toBe(EXIT.ok);
  const lines = JSON.parse(terminal.printed.join('')) as {
    name: string;
    default: string;
    value: string;
    meaning: string;
  }[];
  expect(lines.find(({ name }) => name === 'PORT')).toMatchObject({ default: '8080', value: '9000' });
  expect(lines.find(({ name }) => name === 'ASSAY_JWT_SECRET')?.value).toBe('(set)');
  for (const { name, meaning } of lines) expect([name, meaning.length > 10]).toEqual([name, true]);
  expect(terminal.printed.join('')).not.toContain(secret);
});

it('prints one paragraph for each setting for people', async () => {
  const terminal = fakeTerminal();
  expect(await runAssay(['config'], terminal)).toBe(EXIT.ok);
  expect(terminal.printed.find((text) => text.startsWith('ASSAY_DATA_DIR\n'))).toContain('default: ./data');
});
