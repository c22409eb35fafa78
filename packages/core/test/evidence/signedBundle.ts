/** A small bundle, signed by a key of ours, for tests of what checks bundles. @module */
import { generateKeyPairSync, sign } from 'node:crypto';
import { canonicalJson } from '../../src/encoding/canonicalJson.ts';
import type { ZipFile } from '../../src/encoding/storedZip.ts';
import { hashOf, manifestBytes, signedText, writeBundle } from '../../src/evidence/bundle.ts';

export const VERIFICATION_ID = '01930c5e-8a2f-7c31-9f0a-5b6c7d8e9f01';
const AT = '2026-11-20T12:00:00.000Z';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const key = Buffer.from(publicKey.export({ format: 'jwk' }).x as string, 'base64url');

/** Raw, in base64. */
export const SIGNER_KEY = key.toString('base64');

const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));

const reportFile = (details: string): ZipFile => {
  const said = { verification: { verification_id: VERIFICATION_ID, verified_at: AT, verdict: 'unknown', details } };
  const report = { ...said, digest: hashOf(bytesOf(canonicalJson(said))) };
  return { name: 'report.json', bytes: bytesOf(canonicalJson(report)) };
};

/** @param written what lies in the archive, where that is not what the signed manifest names */
export function signedBundle(written?: { readonly details: string }): Uint8Array {
  const named = [reportFile('Nothing was found.')];
  const facts = { verification_id: VERIFICATION_ID, created_at: AT, signed_by: SIGNER_KEY };
  const manifest = manifestBytes(named, facts);
  const files = written ? [reportFile(written.details)] : named;
  return writeBundle(files, manifest, { publicKey: key, signature: sign(null, signedText(manifest), privateKey) });
}
