import { mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BUNDLE_LIMITS } from '@assay/core/evidence/bundle';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hostileBundles } from '../../core/test/evidence/hostileBundles.ts';
import { SIGNER_KEY, signedBundle, VERIFICATION_ID } from '../../core/test/evidence/signedBundle.ts';
import { EXIT } from '../src/exitCode.ts';
import { runAssay } from './runAssay.ts';
import { fakeTerminal } from './fakeTerminal.ts';

let folder: string;
const at = (name: string) => path.join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-bundle-'));
  await writeFile(at('good.zip'), signedBundle());
});
afterAll(() => rm(folder, { recursive: true }));

const run = async (...args: string[]) => {
  const terminal = fakeTerminal();
  const code = await runAssay(['bundle', 'verify', ...args], terminal);
  return { code, printed: terminal.printed.join('\n'), notes: terminal.notes.join('\n') };
};

test('0: every line of a good bundle says ok, and who signed it', async () => {
  const { code, printed, notes } = await run(at('good.zip'));
  expect({ code, printed }).toMatchObject({ code: EXIT.ok });
  expect(printed).not.toContain('FAIL');
  expect(printed).toContain(`signed by ${SIGNER_KEY}`);
  expect(printed).toContain('verdict unknown: Nothing was found.');
  expect(notes).toContain('--signer-key');
});

test('10: a changed byte, or a signer that is not the one whom the reader knows', async () => {
  const changed = signedBundle();
  const word = Buffer.from(changed).indexOf('Nothing');
  changed[word] = changed[word]! ^ 1;
  await writeFile(at('bad.zip'), changed);
  const bad = await run(at('bad.zip'));
  expect(bad.code).toBe(EXIT.forged);
  expect(bad.printed).toContain('FAIL report.json is the one that the manifest names');
  expect((await run(at('good.zip'), '--signer-key', Buffer.alloc(32).toString('base64'))).code).toBe(EXIT.forged);
  expect((await run(at('good.zip'), '--signer-key', SIGNER_KEY)).code).toBe(EXIT.ok);
});

test('2: what is no bundle says why; --json is one value', async () => {
  await writeFile(at('text.zip'), 'no zip');
  const { code, notes } = await run(at('text.zip'));
  expect([code, notes]).toEqual([EXIT.usage, expect.stringContaining('it is no ZIP file')]);
  const json = await run(at('good.zip'), '--json');
  expect(JSON.parse(json.printed)).toMatchObject({ holds: true, manifest: { verification_id: VERIFICATION_ID } });
});

test.each(hostileBundles())('$what: the command says it, and writes no file', async ({ bytes, says, isRefused }) => {
  await writeFile(at('hostile.zip'), bytes);
  const before = await readdir(folder, { recursive: true });
  const { code, printed, notes } = await run(at('hostile.zip'));
  expect(code).toBe(isRefused ? EXIT.usage : EXIT.forged);
  expect(isRefused ? notes : printed).toMatch(says);
  if (!isRefused) expect(printed).toMatch(new RegExp(`FAIL ${says.source}`));
  expect(await readdir(folder, { recursive: true })).toEqual(before);
});

test('2: a file that is larger than any bundle is refused before it is read', async () => {
  const file = await open(at('large.zip'), 'w');
  // Larger than Node reads at once, and without a block on the disk.
  await file.truncate(3 * 2 ** 30).finally(() => file.close());
  const { code, notes } = await run(at('large.zip'));
  expect([code, notes]).toEqual([EXIT.usage, expect.stringContaining(`at most ${BUNDLE_LIMITS.bytesMax} are read`)]);
});
