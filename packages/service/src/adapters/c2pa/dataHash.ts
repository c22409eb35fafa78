/**
 * Whether the bytes that a claim's hash was taken of are the ones that are there: C2PA 2.2, section 18.5 (`c2pa.hash.data`).
 *
 * `assertion.dataHash.mismatch` is said of bytes that changed, and is to be said as well where more was left out of the hash than the
 * manifest, as cameras of 2023 did. Only the first is a sign that somebody changed a picture.
 * @module
 */
import { createHash } from 'node:crypto';
import { sameBytes } from '@assay/core/encoding/sameBytes';
import { decode } from 'cborg';
import { asJson, asList, type Json } from './json.ts';

const ALGORITHMS: Readonly<Record<string, string>> = { sha256: 'sha256', sha384: 'sha384', sha512: 'sha512' };
const DEFAULT_ALGORITHM = 'sha256';

/** Ascending and within the file, or null: what is left out twice or lies outside is no hash of anything. */
function rangesIn(exclusions: unknown, length: number): { start: number; end: number }[] | null {
  let before = 0;
  const ranges = [];
  for (const { start, length: bytes } of asList(exclusions).map(asJson)) {
    if (typeof start !== 'number' || typeof bytes !== 'number' || bytes < 0) return null;
    if (start < before || start + bytes > length) return null;
    before = start + bytes;
    ranges.push({ start, end: before });
  }
  return ranges;
}

/** @param assertion CBOR of a `c2pa.hash.data` @param file all of it. Never throws: what cannot be read fits nothing */
export function signedBytesAreThere(assertion: Uint8Array | null, file: Uint8Array): boolean {
  try {
    const { alg, hash: signed, exclusions } = assertion ? (decode(assertion) as Json) : {};
    const algorithm = ALGORITHMS[alg === undefined ? DEFAULT_ALGORITHM : String(alg)];
    const ranges = rangesIn(exclusions, file.length);
    if (!algorithm || !ranges || !(signed instanceof Uint8Array)) return false;
    const hash = createHash(algorithm);
    let at = 0;
    for (const { start, end } of ranges) {
      hash.update(file.subarray(at, start));
      at = end;
    }
    return sameBytes(hash.update(file.subarray(at)).digest(), signed);
  } catch {
    return false;
  }
}
