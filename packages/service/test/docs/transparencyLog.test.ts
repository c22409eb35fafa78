import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { commitmentEntry } from '@assay/core/transparency/logEntry';
import { leafHash } from '@assay/core/transparency/merkleTree';
import { verifierKey } from '@assay/core/transparency/signedNote';
import { checkTlogProof, readTlogProof } from '@assay/core/transparency/tlogProof';
import { expect, test } from 'vitest';
import { verifyEd25519 } from '../../src/adapters/crypto/ed25519.ts';

/** The vectors of docs/spec/transparency-log.md, read from the page, against the code and by node:crypto alone. */
const page = readFileSync(path.resolve(import.meta.dirname, '../../../../docs/spec/transparency-log.md'), 'utf8');
const block = (start: string, lines: number): string => {
  const all = page.split('\n');
  const at = all.indexOf(`    ${start}`);
  return all
    .slice(at, at + lines)
    .map((line) => line.slice(4))
    .join('\n');
};
/** RFC 8032, 7.1, TEST 1. */
const publicKey = Buffer.from('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a', 'hex');
const key = { name: 'log.example/tlog', publicKey };
const entries = [0, 1, 2].map((value) =>
  commitmentEntry({
    commitmentHash: String(value).repeat(64),
    publicKey: new Uint8Array(32).fill(value),
    signature: new Uint8Array(64).fill(value),
  }),
);
const proof = `${block('c2sp.org/tlog-proof@v1', 10)}\n`;

test('entries, leaf hashes, key and proof are those of the page', () => {
  expect(page).toContain(`    ${verifierKey(key)}\n`);
  expect(page).toContain(`    ${Buffer.from(entries[1] as Uint8Array).toString()}\n`);
  for (const entry of entries) expect(page).toContain(`    ${Buffer.from(leafHash(entry)).toString('hex')}\n`);
  const read = readTlogProof(proof);
  expect(read && checkTlogProof(read, entries[1] as Uint8Array, key, verifyEd25519)).toMatchObject({ size: 3 });
});

test('the proof holds by hashes and signature of Node alone, as the page describes them', () => {
  const sha256 = (...parts: (Buffer | string)[]): Buffer =>
    parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
  const [, , left, right, , origin, size, root, , signed] = proof.split('\n') as string[];
  const leaf = sha256('\u0000', Buffer.from(entries[1] as Uint8Array));
  const pair = sha256('\u0001', Buffer.from(left as string, 'base64'), leaf);
  expect(sha256('\u0001', pair, Buffer.from(right as string, 'base64')).toString('base64')).toBe(root);
  const blob = Buffer.from((signed as string).split(' ')[2] as string, 'base64');
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') };
  const message = Buffer.from(`${origin}\n${size}\n${root}\n`);
  expect(verify(null, message, createPublicKey({ key: jwk, format: 'jwk' }), blob.subarray(4))).toBe(true);
  expect(blob.subarray(0, 4)).toEqual(sha256(`${key.name}\n\u0001`, publicKey).subarray(0, 4));
});
