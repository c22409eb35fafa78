/** Signs a C2PA claim: COSE_Sign1 (RFC 9052) of exactly the reserved length; C2PA 2.2, section 13.2. @module */
import { constants, createPrivateKey, type KeyObject, sign, X509Certificate } from 'node:crypto';
import { encode, Tagged } from 'cborg';

/** As PEM, so that it can be handed to a worker. */
export interface SignerFiles {
  /** The chain, the signing certificate first. */
  readonly certificates: string;
  /** PKCS #8. */
  readonly privateKey: string;
}

export interface ClaimSigner {
  /** As the library names it. */
  readonly algorithm: string;
  /** Bytes to leave free for the signature. */
  readonly reserveBytes: number;
  /** A tagged COSE_Sign1 over the claim, padded to `reserveBytes`. */
  signClaim(claim: Uint8Array): Uint8Array;
}

const COSE_SIGN1_TAG = 18;
/** Labels of COSE headers: 1 = alg (RFC 9052, table 3), 33 = x5chain (RFC 9360, table 1). */
const HEADER = { alg: 1, x5chain: 33 } as const;
/** An RSA-4096 signature and its headers; the chain comes on top. */
const RESERVE_BESIDE_CHAIN_BYTES = 1024;

interface Scheme {
  readonly algorithm: string;
  /** Identifier in the COSE registry. */
  readonly coseId: number;
  readonly sign: (message: Uint8Array, key: KeyObject) => Uint8Array;
}

/** COSE takes the pair (r, s) as two numbers of the curve's length, not as the DER sequence of X.509. */
const ecdsa =
  (hash: string) =>
  (message: Uint8Array, key: KeyObject): Uint8Array =>
    sign(hash, message, { key, dsaEncoding: 'ieee-p1363' });
const pss = (message: Uint8Array, key: KeyObject): Uint8Array =>
  sign('sha256', message, {
    key,
    padding: constants.RSA_PKCS1_PSS_PADDING,
    saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
  });

/** The algorithms that C2PA 2.2, section 13.2.1, allows, by kind of key. */
const SCHEMES: Readonly<Record<string, Scheme>> = {
  ed25519: { algorithm: 'ed25519', coseId: -8, sign: (message, key) => sign(null, message, key) },
  prime256v1: { algorithm: 'es256', coseId: -7, sign: ecdsa('sha256') },
  secp384r1: { algorithm: 'es384', coseId: -35, sign: ecdsa('sha384') },
  secp521r1: { algorithm: 'es512', coseId: -36, sign: ecdsa('sha512') },
  rsa: { algorithm: 'ps256', coseId: -37, sign: pss },
};

function schemeOf(key: KeyObject): Scheme {
  const kind =
    key.asymmetricKeyType === 'ec' ? key.asymmetricKeyDetails?.namedCurve : (key.asymmetricKeyType ?? undefined);
  const scheme = SCHEMES[kind === 'rsa-pss' ? 'rsa' : (kind ?? '')];
  if (!scheme) throw new RangeError(`a C2PA signer has an Ed25519, P-256, P-384, P-521 or RSA key, not ${kind}`);
  return scheme;
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

export const certificatesIn = (pem: string): X509Certificate[] =>
  (pem.match(CERTIFICATE) ?? []).map((text) => new X509Certificate(text));

/** @throws {Error} that says which of the two files is wrong and how */
export function createClaimSigner({ certificates, privateKey }: SignerFiles): ClaimSigner {
  const all = certificatesIn(certificates);
  // A root is known to whoever trusts it and stays out (C2PA 2.2, section 13.2.3).
  const chain = all.filter(({ issuer, subject }, i) => i === 0 || issuer !== subject);
  const [leaf] = chain;
  if (!leaf) throw new Error('The C2PA certificate file holds no PEM certificate.');
  const key = createPrivateKey(privateKey);
  if (!leaf.checkPrivateKey(key)) throw new Error('The C2PA private key does not belong to the first certificate.');
  const scheme = schemeOf(key);
  const ders = chain.map(({ raw }) => raw);
  const protectedHeader = encode(
    new Map<number, unknown>([
      [HEADER.alg, scheme.coseId],
      [HEADER.x5chain, ders.length === 1 ? ders[0] : ders],
    ]),
  );
  const reserveBytes = RESERVE_BESIDE_CHAIN_BYTES + protectedHeader.length;
  return {
    algorithm: scheme.algorithm,
    reserveBytes,
    signClaim(claim) {
      // Sig_structure, RFC 9052, section 4.4: context, protected header, external data, payload.
      const message = encode(['Signature1', protectedHeader, new Uint8Array(), claim]);
      const signature = scheme.sign(message, key);
      // The payload is detached (null): it is the claim box beside the signature.
      const withPad = (padBytes: number): Uint8Array =>
        encode(new Tagged(COSE_SIGN1_TAG, [protectedHeader, { pad: new Uint8Array(padBytes) }, null, signature]));
      return padded(withPad, reserveBytes);
    },
  };
}

/** The length of a CBOR length grows with it, so the pad is found from above. */
function padded(withPad: (padBytes: number) => Uint8Array, wantedBytes: number): Uint8Array {
  const LENGTH_BYTES_MAX = 5;
  const free = wantedBytes - withPad(0).length;
  for (let pad = free; pad >= Math.max(0, free - LENGTH_BYTES_MAX); pad--) {
    const made = withPad(pad);
    if (made.length === wantedBytes) return made;
  }
  throw new RangeError(`a C2PA signature does not fit ${wantedBytes} bytes`);
}
