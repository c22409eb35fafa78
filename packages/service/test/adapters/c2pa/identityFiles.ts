/** Pictures with an identity assertion of an aggregator (CAWG 1.1, section 8.1): a W3C credential in a COSE_Sign1 by Ed25519. @module */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { encode, Tagged } from 'cborg';
import { HeldBlob, installBrowserParts } from '../../../src/adapters/c2pa/browserParts.ts';
import { createClaimSigner } from '../../../src/adapters/c2pa/claimSignature.ts';
import { loadC2pa } from '../../../src/adapters/c2pa/wasmModule.ts';
import { pictureIn, SIGNER } from './credentialFiles.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');

/** The key itself, as an address of its owner: nobody needs to be asked for it. */
const ownAddress = (key: KeyObject): string => {
  const { kty, crv, x } = key.export({ format: 'jwk' });
  return `did:jwk:${Buffer.from(JSON.stringify({ alg: 'EdDSA', kty, crv, x })).toString('base64')}`;
};
export const OWN_ADDRESS = ownAddress(publicKey);

interface Vouched {
  readonly referencedAssertions: readonly { readonly url: string; readonly hash: Uint8Array; readonly alg?: string }[];
}

function credential({ referencedAssertions }: Vouched, issuer: string, change: object): Uint8Array {
  const c2paAsset = {
    referenced_assertions: referencedAssertions.map(({ url, hash }) => ({
      url,
      hash: Buffer.from(hash).toString('base64'),
    })),
    sig_type: 'cawg.identity_claims_aggregation',
  };
  const identity = {
    type: 'cawg.social_media',
    username: 'nobody',
    uri: 'https://example.com/nobody',
    verifiedAt: '2026-01-01T00:00:00Z',
    provider: { id: 'https://example.com', name: 'Example' },
  };
  const document = {
    '@context': ['https://www.w3.org/ns/credentials/v2', 'https://cawg.io/identity/1.1/ica/context/'],
    type: ['VerifiableCredential', 'IdentityClaimsAggregationCredential'],
    issuer,
    validFrom: '2026-01-01T00:00:00Z',
    credentialSubject: { verifiedIdentities: [identity], c2paAsset },
    credentialSchema: [{ id: 'https://cawg.io/identity/1.1/ica/schema/', type: 'JSONSchema' }],
    ...change,
  };
  const payload = Buffer.from(JSON.stringify(document));
  const [ALG, CONTENT_TYPE, EDDSA, COSE_SIGN1] = [1, 3, -8, 18];
  const header = encode(
    new Map<number, unknown>([
      [ALG, EDDSA],
      [CONTENT_TYPE, 'application/vc'],
    ]),
  );
  const signature = sign(null, encode(['Signature1', header, new Uint8Array(), payload]), privateKey);
  return encode(new Tagged(COSE_SIGN1, [header, {}, payload, new Uint8Array(signature)]));
}

/** @param issuer address of whoever vouches @param change of the credential */
export const pictureWithIdentity = (issuer: string, change: object = {}): Promise<Uint8Array> =>
  signedWith(
    [
      {
        sigType: 'cawg.identity_claims_aggregation',
        reserveSize: 4096,
        referencedAssertions: [],
        roles: [],
        sign: async (payload: Vouched) => credential(payload, issuer, change) as Uint8Array<ArrayBuffer>,
      },
    ],
    () => {},
  );

/** With an identity assertion that has nothing of one. */
export const pictureWithStrangeIdentity = (): Promise<Uint8Array> =>
  signedWith([], (builder) => builder.addAssertion('cawg.identity', { nothing: 'of it' }));

type Library = Awaited<ReturnType<typeof loadC2pa>>;
type Builder = ReturnType<Library['WasmBuilder']['fromJson']>;

async function signedWith(
  identities: Parameters<Builder['sign']>[1],
  add: (builder: Builder) => void,
): Promise<Uint8Array> {
  installBrowserParts();
  const { WasmBuilder } = await loadC2pa();
  const { algorithm: alg, reserveBytes: reserveSize, signClaim } = createClaimSigner(SIGNER);
  const builder = WasmBuilder.fromJson(
    JSON.stringify({ claim_generator_info: [{ name: 'Aggregated', version: '1' }], title: 'named' }),
    JSON.stringify({ verify: { verify_after_sign: false }, builder: { thumbnail: { enabled: false } } }),
  );
  builder.setIntent({ create: 'http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture' });
  add(builder);
  const signer = { alg, reserveSize, sign: async (claim: Uint8Array) => signClaim(claim) as Uint8Array<ArrayBuffer> };
  const source = new HeldBlob(await pictureIn('jpeg'));
  try {
    return await builder.sign(signer, identities, 'image/jpeg', source);
  } finally {
    builder.free();
  }
}
