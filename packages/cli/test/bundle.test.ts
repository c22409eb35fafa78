import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { canonicalJson } from '@assay/core/encoding/canonicalJson';
import { hashOf, manifestBytes, signedText, writeBundle } from '@assay/core/evidence/bundle';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXIT } from '../src/exitCode.ts';
import { runAssay } from './runAssay.ts';
import { fakeTerminal } from './fakeTerminal.ts';

const ID = '01930c5e-8a2f-7c31-9f0a-5b6c7d8e9f01';
const AT = '2026-11-20T12:00:00.000Z';
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const key = Buffer.from(publicKey.export({ format: 'jwk' }).x as string, 'base64url');

/** A small one, signed by a key of ours. */
function bundle(): Uint8Array {
  const said = {
    verification: { verification_id: ID, verified_at: AT, verdict: 'unknown', details: 'Nothing was found.' },
  };
  const report = { ...said, digest: hashOf(bytesOf(canonicalJson(said))) };
  const files = [{ name: 'report.json', bytes: bytesOf(canonicalJson(report)) }];
  const manifest = manifestBytes(files, { verification_id: ID, created_at: AT, signed_by: key.toString('base64') });
  return writeBundle(files, manifest, { publicKey: key, signature: sign(null, signedText(manifest), privateKey) });
}

let folder: string;
const at = (name: string) => path.join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-bundle-'));
  await writeFile(at('good.zip'), bundle());
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
  expect(printed).toContain(`signed by ${key.toString('base64')}`);
  expect(printed).toContain('verdict unknown: Nothing was found.');
  expect(notes).toContain('--signer-key');
});

test('10: a changed byte, or a signer that is not the one whom the reader knows', async () => {
  const changed = bundle();
  const word = Buffer.from(changed).indexOf('Nothing');
  changed[word] = changed[word]! ^ 1;
  await writeFile(at('bad.zip'), changed);
  const bad = await run(at('bad.zip'));
  expect(bad.code).toBe(EXIT.forged);
  expect(bad.printed).toContain('FAIL report.json is the one that the manifest names');
  expect((await run(at('good.zip'), '--signer-key', Buffer.alloc(32).toString('base64'))).code).toBe(EXIT.forged);
  expect((await run(at('good.zip'), '--signer-key', key.toString('base64'))).code).toBe(EXIT.ok);
});

test('2: what is no bundle says why; --json is one value', async () => {
  await writeFile(at('text.zip'), 'no zip');
  const { code, notes } = await run(at('text.zip'));
  expect([code, notes]).toEqual([EXIT.usage, expect.stringContaining('it is no ZIP file')]);
  const json = await run(at('good.zip'), '--json');
  expect(JSON.parse(json.printed)).toMatchObject({ holds: true, manifest: { verification_id: ID } });
});
