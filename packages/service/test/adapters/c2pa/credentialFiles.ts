/** Pictures and signers for tests of Content Credentials. @module */
import sharp from 'sharp';
import { type CredentialsSettings, createCredentials } from '../../../src/adapters/c2pa/credentials.ts';
import type { SignerFiles } from '../../../src/adapters/c2pa/claimSignature.ts';
import { makeDevelopmentChain } from '../../../src/adapters/c2pa/developmentChain.ts';
import { NO_TRUST } from '../../../src/adapters/c2pa/trustLists.ts';
import type { Credentials, SigningFacts } from '../../../src/app/ports/credentials/credentials.ts';
import type { ImageFormat } from '../../../src/app/ports/verify/engine.ts';

export const FORMATS = ['jpeg', 'png', 'webp', 'tiff'] as const satisfies readonly ImageFormat[];
export const NAMESPACE = 'test.assay';
export const MARKED_ID = '0190a8b2-7c3d-7e4f-8a5b-6c7d8e9fa0b1';

export const FACTS: SigningFacts = {
  at: '2026-11-20T12:00:00.000Z',
  marks: [
    { track: 'a', names: MARKED_ID },
    { track: 'b', names: MARKED_ID },
  ],
  pdq: Uint8Array.from({ length: 32 }, (_, i) => i),
};

/** A gradient, so that neighbouring bytes differ. */
export async function pictureIn(format: ImageFormat, width = 96, height = 64): Promise<Uint8Array> {
  const data = Buffer.from({ length: width * height * 3 } as ArrayLike<number>);
  for (let i = 0; i < data.length; i++) data[i] = (i * 7 + Math.floor(i / (3 * width)) * 3) % 251;
  return new Uint8Array(
    await sharp(data, { raw: { width, height, channels: 3 } })
      .toFormat(format)
      .toBuffer(),
  );
}

export const pixelsOf = (bytes: Uint8Array): Promise<Buffer> => sharp(bytes).raw().toBuffer();

export const SIGNER: SignerFiles = makeDevelopmentChain(new Date());

export const credentialsWith = (
  change: Partial<CredentialsSettings> & { readonly signer?: SignerFiles; readonly anchors?: string } = {},
): Credentials => {
  const { signer = SIGNER, anchors = '', ...rest } = change;
  return createCredentials({
    trust: { ...NO_TRUST, anchors },
    signing: { signer, version: '0.1.0', namespace: NAMESPACE },
    namespace: NAMESPACE,
    startedAhead: 0,
    ...rest,
  });
};

/** A file signed by `credentials`, made of itself. */
export async function signedPicture(credentials: Credentials, format: ImageFormat): Promise<Uint8Array> {
  const bytes = await pictureIn(format);
  return (await credentials.sign({ bytes, parent: bytes, facts: FACTS })).bytes;
}
