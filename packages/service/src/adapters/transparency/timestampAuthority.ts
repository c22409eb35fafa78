/** An RFC 3161 authority over HTTP. Its signature is checked by the certificate that it sends; whom to trust is the reader's. @module */
import { createHash, randomBytes, verify, X509Certificate } from 'node:crypto';
import { objectIdentifier } from '@assay/core/encoding/der';
import { readTimestamp, timestampQuery, type TimestampToken } from '@assay/core/timestamp/timestamp';
import type { TimestampAuthority } from '../../app/ports/ledger/transparencyKeeping.ts';
import type { VettingGuard } from '../webhooks/addressGuard.ts';
import { postForBytes } from '../webhooks/postVetted.ts';

const NONCE_BYTES = 8;
/** An authority answers within seconds; the next run asks again. */
const ANSWER_MS_MAX = 20_000;
/** A token with a chain of certificates has some KiB. */
const ANSWER_BYTES_MAX = 256 * 1024;

/** RFC 5754, section 2. */
const DIGESTS = [
  ['sha256', objectIdentifier('2.16.840.1.101.3.4.2.1')],
  ['sha384', objectIdentifier('2.16.840.1.101.3.4.2.2')],
  ['sha512', objectIdentifier('2.16.840.1.101.3.4.2.3')],
] as const;

export const createTimestampAuthority = (address: string, guard: VettingGuard): TimestampAuthority => ({
  address,
  async stamp(message) {
    const nonce = new Uint8Array(randomBytes(NONCE_BYTES));
    const headers = { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' };
    const post = { url: address, headers, body: timestampQuery(message, nonce) };
    const late = AbortSignal.timeout(ANSWER_MS_MAX);
    const { status, body: response } = await postForBytes(guard, post, late, ANSWER_BYTES_MAX + 1);
    if (status !== 200) throw new Error(`the time-stamp authority ${address} answered ${status}`);
    if (response.length > ANSWER_BYTES_MAX)
      throw new Error(`the time-stamp authority sent more than ${ANSWER_BYTES_MAX} bytes`);
    const token = readTimestamp(response, message, nonce);
    if (!isSigned(token)) throw new Error(`the signature of the time-stamp of ${address} does not hold`);
    return { response, stampedAt: token.stampedAt };
  },
});

/** By any of the certificates in the token: which one is named by serial number, and no other one fits. */
function isSigned(token: TimestampToken): boolean {
  const [digest] = DIGESTS.find(([, oid]) => Buffer.compare(oid, token.digestAlgorithm) === 0) ?? [];
  if (digest === undefined) return false;
  const hash = createHash(digest).update(token.content).digest();
  if (Buffer.compare(hash, token.contentDigest) !== 0) return false;
  return token.certificates.some((certificate) => {
    try {
      return verify(digest, token.signedAttributes, new X509Certificate(certificate).publicKey, token.signature);
    } catch {
      return false;
    }
  });
}
