/**
 * A signer for services that have none of their own: a root and a signing certificate, made once. No trust list holds
 * the root, so what it signs is `valid` and never `trusted`.
 * @module
 */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { SignerFiles } from './claimSignature.ts';
import {
  DER_TRUE,
  der,
  derBits,
  derInteger,
  derObjectIdentifier,
  derOctets,
  derSequence,
  derSet,
  derText,
  derTime,
} from './der.ts';

const ORGANIZATION = 'Assay development, not trusted';
/** Object identifiers: RFC 8410 (Ed25519), RFC 5280, appendix A (names and extensions). */
const OID = {
  ed25519: '1.3.101.112',
  organization: '2.5.4.10',
  commonName: '2.5.4.3',
  subjectKey: '2.5.29.14',
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
  authorityKey: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  /** One of the purposes that C2PA 2.2, section 14.5.1, takes for a claim signer. */
  emailProtection: '1.3.6.1.5.5.7.3.4',
} as const;

const DAY_MS = 24 * 60 * 60 * 1000;
/** Long enough for a development machine; a file signed with it stays `valid` until then. */
const LIFETIME_MS = 20 * 365 * DAY_MS;

const ALGORITHM = derSequence(derObjectIdentifier(OID.ed25519));

const nameOf = (commonName: string): Uint8Array =>
  derSequence(
    derSet(derSequence(derObjectIdentifier(OID.organization), derText(ORGANIZATION))),
    derSet(derSequence(derObjectIdentifier(OID.commonName), derText(commonName))),
  );

const spkiOf = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' });

/** RFC 5280, 4.2.1.2 (1): SHA-1 of the public key's bits; of Ed25519 the last 32 bytes. */
const keyIdOf = (key: KeyObject): Uint8Array => createHash('sha1').update(spkiOf(key).subarray(-32)).digest();

const extension = (oid: string, critical: boolean, value: Uint8Array): Uint8Array =>
  derSequence(derObjectIdentifier(oid), ...(critical ? [DER_TRUE] : []), derOctets(value));

export interface KeyPair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

interface Party extends KeyPair {
  readonly name: string;
}

function certificate(subject: Party, issuer: Party, from: Date, extensions: readonly Uint8Array[]): string {
  const CONTEXT_0 = 0xa0;
  const CONTEXT_3 = 0xa3;
  const KEY_ID = 0x80;
  const version3 = der(CONTEXT_0, derInteger(Uint8Array.of(2)));
  // 128 bits, the first of them 0: positive and, as CA/Browser rules ask, not to be guessed.
  const serial = Uint8Array.from(randomBytes(16), (byte, i) => (i === 0 ? (byte & 0x7f) | 1 : byte));
  const all = [
    ...extensions,
    extension(OID.authorityKey, false, derSequence(der(KEY_ID, keyIdOf(issuer.publicKey)))),
    extension(OID.subjectKey, false, derOctets(keyIdOf(subject.publicKey))),
  ];
  const body = derSequence(
    version3,
    derInteger(serial),
    ALGORITHM,
    nameOf(issuer.name),
    derSequence(derTime(from), derTime(new Date(from.getTime() + LIFETIME_MS))),
    nameOf(subject.name),
    spkiOf(subject.publicKey),
    der(CONTEXT_3, derSequence(...all)),
  );
  const whole = derSequence(body, ALGORITHM, derBits(sign(null, body, issuer.privateKey)));
  const lines = whole.toString('base64').replace(/.{64}(?=.)/g, '$&\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

/** Key usage bits, RFC 5280, 4.2.1.3: digitalSignature is bit 0, keyCertSign 5, cRLSign 6. */
const MAY_SIGN = extension(OID.keyUsage, true, derBits(Uint8Array.of(0b1000_0000), 7));
const MAY_CERTIFY = extension(OID.keyUsage, true, derBits(Uint8Array.of(0b0000_0110), 1));

/**
 * A fresh chain, valid from a day before `now`.
 * @param keys of the signer; default: new ones of Ed25519, whose signatures are the same each time
 */
export function makeDevelopmentChain(now: Date, keys: KeyPair = generateKeyPairSync('ed25519')): SignerFiles {
  const from = new Date(now.getTime() - DAY_MS);
  const root: Party = { name: 'Assay development root', ...generateKeyPairSync('ed25519') };
  const leaf: Party = { name: 'Assay development signer', ...keys };
  const leafText = certificate(leaf, root, from, [
    extension(OID.basicConstraints, true, derSequence()),
    MAY_SIGN,
    extension(OID.extendedKeyUsage, false, derSequence(derObjectIdentifier(OID.emailProtection))),
  ]);
  const rootText = certificate(root, root, from, [
    extension(OID.basicConstraints, true, derSequence(DER_TRUE)),
    MAY_CERTIFY,
  ]);
  return {
    certificates: leafText + rootText,
    privateKey: leaf.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().trim(),
  };
}
