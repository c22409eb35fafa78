/**
 * A signer for services that have none of their own: a root and a signing certificate, made once. No trust list holds
 * the root, so what it signs is `valid` and never `trusted`.
 * @module
 */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import * as x509 from '@peculiar/asn1-x509';
import type { SignerFiles } from './claimSignature.ts';

const ORGANIZATION = 'Assay development, not trusted';
/** Object identifiers: RFC 8410 (Ed25519), RFC 5280, appendix A (names). */
const OID = { ed25519: '1.3.101.112', organization: '2.5.4.10', commonName: '2.5.4.3' } as const;

const DAY_MS = 24 * 60 * 60 * 1000;
/** Long enough for a development machine; a file signed with it stays `valid` until then. */
const LIFETIME_MS = 20 * 365 * DAY_MS;

const ALGORITHM = new x509.AlgorithmIdentifier({ algorithm: OID.ed25519 });

/** Of its own, since nothing else may be known of the buffer that bytes lie in. */
const bufferOf = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer;

const named = (type: string, utf8String: string): x509.RelativeDistinguishedName =>
  new x509.RelativeDistinguishedName([
    new x509.AttributeTypeAndValue({ type, value: new x509.AttributeValue({ utf8String }) }),
  ]);

const nameOf = (commonName: string): x509.Name =>
  new x509.Name([named(OID.organization, ORGANIZATION), named(OID.commonName, commonName)]);

const spkiOf = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' });

/** RFC 5280, 4.2.1.2 (1): SHA-1 of the public key's bits; of Ed25519 the last 32 bytes. */
const keyIdOf = (key: KeyObject): ArrayBuffer =>
  bufferOf(createHash('sha1').update(spkiOf(key).subarray(-32)).digest());

const extension = (extnID: string, critical: boolean, value: object): x509.Extension =>
  new x509.Extension({ extnID, critical, extnValue: new OctetString(AsnConvert.serialize(value)) });

export interface KeyPair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

interface Party extends KeyPair {
  readonly name: string;
}

/** PEM. */
function certificate(subject: Party, issuer: Party, from: Date, extensions: readonly x509.Extension[]): string {
  const issuerKey = new x509.AuthorityKeyIdentifier({
    keyIdentifier: new x509.KeyIdentifier(keyIdOf(issuer.publicKey)),
  });
  const tbsCertificate = new x509.TBSCertificate({
    version: x509.Version.v3,
    // 128 bits, the first of them 0: positive and, as CA/Browser rules ask, not to be guessed.
    serialNumber: bufferOf(randomBytes(16).map((byte, i) => (i === 0 ? (byte & 0x7f) | 1 : byte))),
    signature: ALGORITHM,
    issuer: nameOf(issuer.name),
    validity: new x509.Validity({ notBefore: from, notAfter: new Date(from.getTime() + LIFETIME_MS) }),
    subject: nameOf(subject.name),
    subjectPublicKeyInfo: AsnConvert.parse(spkiOf(subject.publicKey), x509.SubjectPublicKeyInfo),
    extensions: new x509.Extensions([
      ...extensions,
      extension(x509.id_ce_authorityKeyIdentifier, false, issuerKey),
      extension(x509.id_ce_subjectKeyIdentifier, false, new x509.SubjectKeyIdentifier(keyIdOf(subject.publicKey))),
    ]),
  });
  const signed = sign(null, Buffer.from(AsnConvert.serialize(tbsCertificate)), issuer.privateKey);
  const whole = AsnConvert.serialize(
    new x509.Certificate({ tbsCertificate, signatureAlgorithm: ALGORITHM, signatureValue: bufferOf(signed) }),
  );
  const lines = Buffer.from(whole)
    .toString('base64')
    .replace(/.{64}(?=.)/g, '$&\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

const usage = (flags: number): x509.Extension => extension(x509.id_ce_keyUsage, true, new x509.KeyUsage(flags));
const constraints = (cA: boolean): x509.Extension =>
  extension(x509.id_ce_basicConstraints, true, new x509.BasicConstraints({ cA }));
/** One of the purposes that C2PA 2.2, section 14.5.1, takes for a claim signer. */
const FOR_CLAIMS = new x509.ExtendedKeyUsage([x509.id_kp_emailProtection]);

/**
 * A fresh chain, valid from a day before `now`.
 * @param keys of the signer; default: new ones of Ed25519, whose signatures are the same each time
 */
export function makeDevelopmentChain(now: Date, keys: KeyPair = generateKeyPairSync('ed25519')): SignerFiles {
  const from = new Date(now.getTime() - DAY_MS);
  const root: Party = { name: 'Assay development root', ...generateKeyPairSync('ed25519') };
  const leaf: Party = { name: 'Assay development signer', ...keys };
  const leafText = certificate(leaf, root, from, [
    constraints(false),
    usage(x509.KeyUsageFlags.digitalSignature),
    extension(x509.id_ce_extKeyUsage, false, FOR_CLAIMS),
  ]);
  const rootText = certificate(root, root, from, [
    constraints(true),
    usage(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign),
  ]);
  return {
    certificates: leafText + rootText,
    privateKey: leaf.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().trim(),
  };
}
