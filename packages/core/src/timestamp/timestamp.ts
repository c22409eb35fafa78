/**
 * Time-stamps: an authority signs that it saw a hash at a time.
 *
 *     TimeStampReq  ::= SEQUENCE { 1, messageImprint, nonce INTEGER, certReq TRUE }
 *     TimeStampResp ::= SEQUENCE { PKIStatusInfo, timeStampToken ContentInfo OPTIONAL }
 *
 * The token is CMS SignedData over a TSTInfo. Checking the signature needs a platform, and trusting the certificate
 * needs a list of authorities: here is what is said, and the bytes that were signed.
 * Source: RFC 3161, section 2.4; RFC 5652, section 5.
 * @module
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { der, type DerValue, objectIdentifier, readValue, readValues, TAG } from '../encoding/der.ts';
import { sameBytes } from '../encoding/sameBytes.ts';

const SHA_256 = objectIdentifier('2.16.840.1.101.3.4.2.1');
const SIGNED_DATA = objectIdentifier('1.2.840.113549.1.7.2');
const TST_INFO = objectIdentifier('1.2.840.113549.1.9.16.1.4');
const MESSAGE_DIGEST = objectIdentifier('1.2.840.113549.1.9.4');

/** granted and grantedWithMods; RFC 3161, 2.4.2. */
const GRANTED = [0, 1];

/** What is asked: the time of a SHA-256. @param nonce 8 random bytes; makes an old answer useless */
export function timestampQuery(message: Uint8Array, nonce: Uint8Array): Uint8Array {
  return der(
    TAG.sequence,
    der(TAG.integer, Uint8Array.of(1)),
    imprintOf(message),
    der(TAG.integer, integerContent(nonce)),
    der(TAG.boolean, Uint8Array.of(0xff)),
  );
}

const imprintOf = (message: Uint8Array): Uint8Array =>
  der(TAG.sequence, der(TAG.sequence, SHA_256, der(TAG.null)), der(TAG.octetString, sha256(message)));

/** The shortest two's complement of a positive number; X.690, 8.3.2. */
function integerContent(bytes: Uint8Array): Uint8Array {
  let start = 0;
  while (start < bytes.length - 1 && bytes[start] === 0) start++;
  const shortest = bytes.subarray(start);
  return (shortest[0] as number) >= 0x80 ? Uint8Array.of(0, ...shortest) : shortest;
}

export interface TimestampToken {
  readonly stampedAt: Date;
  /** X.509, DER; the signer's among them. */
  readonly certificates: readonly Uint8Array[];
  /** What the signature is over: DER of the signed attributes. */
  readonly signedAttributes: Uint8Array;
  /** What those say the TSTInfo hashes to, and the TSTInfo. */
  readonly contentDigest: Uint8Array;
  readonly content: Uint8Array;
  /** DER of the algorithms' identifiers. */
  readonly digestAlgorithm: Uint8Array;
  readonly signature: Uint8Array;
}

/**
 * What an answer says. Its signature is not checked yet.
 * @throws {RangeError} if it is a refusal, cannot be read, or is for another message or another question
 */
export function readTimestamp(response: Uint8Array, message: Uint8Array, nonce: Uint8Array): TimestampToken {
  const [status, token] = parts(readValue(response), TAG.sequence);
  const code = status && parts(status, TAG.sequence)[0];
  if (!code || !GRANTED.includes(code.content.at(-1) ?? -1) || code.content.length !== 1 || !token)
    throw new RangeError('the authority refuses');
  const signed = unwrap(token, SIGNED_DATA);
  const members = parts(signed, TAG.sequence);
  const content = contentOf(members);
  const certificates = members.find(({ tag }) => tag === TAG.context0);
  const signerInfo = members.at(-1);
  const signer = signerInfo && parts(signerInfo, TAG.set)[0];
  if (!certificates || !signer) throw new RangeError('the time-stamp has no signer');
  return {
    stampedAt: readInfo(content, message, nonce),
    certificates: readValues(certificates.content).map(({ whole }) => whole),
    content,
    ...readSigner(signer),
  };
}

/** The token of an answer that was read: what is kept beside the message, or inside a document. @throws {RangeError} */
export function timestampTokenOf(response: Uint8Array): Uint8Array {
  const [, token] = parts(readValue(response), TAG.sequence);
  if (!token) throw new RangeError('the authority refuses');
  return token.whole;
}

function parts(value: DerValue, tag: number): DerValue[] {
  if (value.tag !== tag) throw new RangeError(`DER: expected tag ${tag}, got ${value.tag}`);
  return readValues(value.content);
}

/** The content of a ContentInfo of this type. */
function unwrap(info: DerValue, type: Uint8Array): DerValue {
  const [oid, wrapped] = parts(info, TAG.sequence);
  if (!oid || !wrapped || !sameBytes(oid.whole, type)) throw new RangeError('the time-stamp is of another type');
  const [value] = parts(wrapped, TAG.context0);
  if (!value) throw new RangeError('the time-stamp is empty');
  return value;
}

/** The TSTInfo; third member of SignedData after version and digest algorithms. */
function contentOf(members: readonly DerValue[]): Uint8Array {
  const info = members[2];
  if (!info) throw new RangeError('the time-stamp is empty');
  const octets = unwrap(info, TST_INFO);
  if (octets.tag !== TAG.octetString) throw new RangeError('the time-stamp is empty');
  return octets.content;
}

function readInfo(content: Uint8Array, message: Uint8Array, nonce: Uint8Array): Date {
  const [, , imprint, , time, ...more] = parts(readValue(content), TAG.sequence);
  if (!imprint || !time) throw new RangeError('the time-stamp is empty');
  const [, hash] = parts(imprint, TAG.sequence);
  // Authorities write the algorithm with or without parameters; 32 bytes that fit can only be this hash.
  if (!hash || !sameBytes(hash.content, sha256(message))) throw new RangeError('the time-stamp is for something else');
  const answered = more.find(({ tag }) => tag === TAG.integer);
  if (!answered || !sameBytes(answered.content, integerContent(nonce)))
    throw new RangeError('the time-stamp answers another question');
  return readTime(time);
}

/** RFC 3161, 2.4.2: UTC with seconds, and fractions if the authority has them. */
function readTime(value: DerValue): Date {
  const text = String.fromCharCode(...value.content);
  const [, year, month, day, hour, minute, second, fraction = ''] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d+)?Z$/.exec(text) ?? [];
  const seconds = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const time = new Date(`${seconds}${fraction.slice(0, 4)}Z`);
  // A day that its month does not have would be read as one of the next.
  const isTime = !Number.isNaN(time.getTime()) && time.toISOString().startsWith(seconds);
  if (value.tag !== TAG.generalizedTime || !isTime)
    throw new RangeError(`the time-stamp has no time that can be read: ${text}`);
  return time;
}

/** SignerInfo: version, sid, digestAlgorithm, [0] signedAttrs, signatureAlgorithm, signature. */
function readSigner(
  signer: DerValue,
): Pick<TimestampToken, 'signedAttributes' | 'contentDigest' | 'digestAlgorithm' | 'signature'> {
  const [, , digestAlgorithm, attributes, , signature] = parts(signer, TAG.sequence);
  if (!digestAlgorithm || attributes?.tag !== TAG.context0 || !signature)
    throw new RangeError('the time-stamp is not signed as RFC 3161 says');
  const digest = readValues(attributes.content)
    .map((attribute) => parts(attribute, TAG.sequence))
    .find(([oid]) => oid && sameBytes(oid.whole, MESSAGE_DIGEST));
  const value = digest?.[1] && parts(digest[1], TAG.set)[0];
  if (!value) throw new RangeError('the time-stamp does not sign its content');
  return {
    // Signed as a SET OF, sent as [0]; RFC 5652, 5.4.
    signedAttributes: der(TAG.set, attributes.content),
    contentDigest: value.content,
    digestAlgorithm: parts(digestAlgorithm, TAG.sequence)[0]?.whole ?? new Uint8Array(),
    signature: signature.content,
  };
}
