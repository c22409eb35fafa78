/**
 * The signature of a document as PAdES wants it: CMS SignedData, detached, over the SHA-2 of its bytes, with the certificate named
 * inside of what is signed and, where an authority answers, its time-stamp over the signature's own value.
 *
 *     signed attributes: contentType = data, messageDigest, signingCertificateV2
 *     unsigned:          signatureTimeStampToken
 *
 * When it was signed stands in the document, not here (ETSI EN 319 142-1, 6.3).
 * Source: RFC 5652, section 5; RFC 5035, section 4 (ESSCertIDv2); ETSI EN 319 122-1, 5.3; ETSI EN 319 142-1, 6.3 (levels B-B and B-T).
 * @module
 */
import { createHash, createPrivateKey, type KeyObject, sign, X509Certificate } from 'node:crypto';
import { der, objectIdentifier, readValue, readValues, TAG } from '@assay/core/encoding/der';

const OID = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  signatureTimeStampToken: '1.2.840.113549.1.9.16.2.14',
} as const;
/** [1], constructed: unsigned attributes. */
const CONTEXT_1 = 0xa1;
/** [4], constructed: a directory name among general names; RFC 5280, 4.2.1.6. */
const DIRECTORY_NAME = 0xa4;

interface Scheme {
  /** As node:crypto names the hash. */
  readonly hash: string;
  readonly hashId: string;
  readonly signatureId: string;
  /** RFC 4055, section 5 wants NULL for RSA; RFC 5758, section 3.2 nothing for ECDSA. */
  readonly hasNull: boolean;
}

const SHA_256 = { hash: 'sha256', hashId: '2.16.840.1.101.3.4.2.1' } as const;

/** By kind of key. Readers of PDF know no other ones alike; Ed25519 is not among them. */
const SCHEMES: Readonly<Record<string, Scheme>> = {
  rsa: { ...SHA_256, signatureId: '1.2.840.113549.1.1.11', hasNull: true },
  prime256v1: { ...SHA_256, signatureId: '1.2.840.10045.4.3.2', hasNull: false },
  secp384r1: { hash: 'sha384', hashId: '2.16.840.1.101.3.4.2.2', signatureId: '1.2.840.10045.4.3.3', hasNull: false },
  secp521r1: { hash: 'sha512', hashId: '2.16.840.1.101.3.4.2.3', signatureId: '1.2.840.10045.4.3.4', hasNull: false },
};
/** Shorter ones are no longer taken; ETSI TS 119 312, table 8.3. */
const RSA_BITS_MIN = 2048;

export interface DocumentSigner {
  /** For readers: the common name, else the whole subject. */
  readonly name: string;
  readonly validFrom: Date;
  readonly validTo: Date;
  /** @param stamp the token of a time-stamp authority over a message; null: none is asked */
  sign(document: Uint8Array, stamp: ((message: Uint8Array) => Promise<Uint8Array>) | null): Promise<Uint8Array>;
}

function schemeOf(key: KeyObject): Scheme {
  const kind = key.asymmetricKeyType === 'ec' ? key.asymmetricKeyDetails?.namedCurve : key.asymmetricKeyType;
  const scheme = SCHEMES[kind ?? ''];
  if (!scheme) throw new RangeError(`documents are signed with an RSA, P-256, P-384 or P-521 key, not ${kind}`);
  const bits = key.asymmetricKeyDetails?.modulusLength ?? RSA_BITS_MIN;
  if (bits < RSA_BITS_MIN)
    throw new RangeError(`an RSA key that signs documents has ${RSA_BITS_MIN} bits or more, not ${bits}`);
  return scheme;
}

const oid = (dotted: string): Uint8Array => objectIdentifier(dotted);
const sequence = (...parts: readonly Uint8Array[]): Uint8Array => der(TAG.sequence, ...parts);
const algorithm = (id: string, hasNull = false): Uint8Array => sequence(oid(id), ...(hasNull ? [der(TAG.null)] : []));
const attribute = (type: string, value: Uint8Array): Uint8Array => sequence(oid(type), der(TAG.set, value));

/** X.690, 11.6: the members of a set in the order of their bytes. */
const ordered = (parts: readonly Uint8Array[]): Uint8Array[] => [...parts].sort(Buffer.compare);

/** Serial number and issuer as they stand in the certificate. RFC 5280, 4.1: the version before them may be missing. */
function issuerAndSerial(certificate: Uint8Array): { readonly issuer: Uint8Array; readonly serial: Uint8Array } {
  const body = readValues(readValue(certificate).content)[0];
  const members = readValues(body?.content ?? new Uint8Array());
  const [serial, , issuer] = members[0]?.tag === TAG.context0 ? members.slice(1) : members;
  if (!serial || !issuer) throw new RangeError('a certificate names no issuer');
  return { issuer: issuer.whole, serial: serial.whole };
}

/** RFC 5035, section 3: hash and name of the certificate, so that no other one can take its place. SHA-256 is the default and left out. */
function signingCertificate(certificate: Uint8Array): Uint8Array {
  const { issuer, serial } = issuerAndSerial(certificate);
  const hash = der(TAG.octetString, createHash('sha256').update(certificate).digest());
  const named = sequence(sequence(der(DIRECTORY_NAME, issuer)), serial);
  return attribute(OID.signingCertificateV2, sequence(sequence(sequence(hash, named))));
}

/**
 * @param certificates the chain, the signer's first; a root at its end is left out, since whoever trusts it has it
 * @param privateKey PEM (PKCS #8) of the first
 * @throws {Error} that says which of the two cannot be used and why
 */
export function createDocumentSigner(certificates: readonly X509Certificate[], privateKey: string): DocumentSigner {
  const [leaf] = certificates;
  if (!leaf) throw new Error('there is no PEM certificate');
  const key = createPrivateKey(privateKey);
  if (!leaf.checkPrivateKey(key)) throw new Error('the private key does not belong to the first certificate');
  const { hash, hashId, signatureId, hasNull } = schemeOf(key);
  const sent = certificates.filter(({ issuer, subject }, i) => i === 0 || issuer !== subject).map(({ raw }) => raw);
  const { issuer, serial } = issuerAndSerial(leaf.raw);
  const [digests, signatures] = [algorithm(hashId), algorithm(signatureId, hasNull)];
  const version = der(TAG.integer, Uint8Array.of(1));
  return {
    name: /^CN=(.+)$/m.exec(leaf.subject)?.[1] ?? leaf.subject.replaceAll('\n', ', '),
    validFrom: new Date(leaf.validFrom),
    validTo: new Date(leaf.validTo),
    async sign(document, stamp) {
      const attributes = ordered([
        attribute(OID.contentType, oid(OID.data)),
        attribute(OID.messageDigest, der(TAG.octetString, createHash(hash).update(document).digest())),
        signingCertificate(leaf.raw),
      ]);
      // Signed as a SET OF, sent as [0]; RFC 5652, 5.4.
      const value = sign(hash, der(TAG.set, ...attributes), key);
      const stamps = stamp ? [der(CONTEXT_1, attribute(OID.signatureTimeStampToken, await stamp(value)))] : [];
      const signer = sequence(
        version,
        sequence(issuer, serial),
        digests,
        der(TAG.context0, ...attributes),
        signatures,
        der(TAG.octetString, value),
        ...stamps,
      );
      const signed = sequence(
        version,
        der(TAG.set, digests),
        sequence(oid(OID.data)),
        der(TAG.context0, ...ordered(sent)),
        der(TAG.set, signer),
      );
      return sequence(oid(OID.signedData), der(TAG.context0, signed));
    },
  };
}
