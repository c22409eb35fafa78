import { expect, test } from 'vitest';
import { fakeTerminal } from './fakeTerminal.ts';
import { runAssay } from './runAssay.ts';

test('without DATABASE_URL there is nothing to bring to this version, and it says why', async () => {
  const terminal = fakeTerminal();
  expect(await runAssay(['migrate'], terminal)).not.toBe(0);
  expect(terminal.notes.join()).toContain('DATABASE_URL is not set');
});
