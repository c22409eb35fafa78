/**
 * The verifications that people send, each as one call: the story of the service on repositories in memory, with the engine's own
 * jobs in this thread, so that the processor time of the process is that of the verification. Runs in any checkout, see `sideBySide.ts`.
 */
import path from 'node:path';
import sharp from 'sharp';
import { fakePorts, PASSWORD } from '../../../packages/service/test/fakes/testService.ts';
import { readMetadata } from '../../../packages/service/src/adapters/codec/readMetadata.ts';
import { compare } from '../../../packages/service/src/adapters/engine/jobs/compare.ts';
import { examine } from '../../../packages/service/src/adapters/engine/jobs/examine.ts';
import * as inspecting from '../../../packages/service/src/adapters/engine/jobs/inspect.ts';
import { mark } from '../../../packages/service/src/adapters/engine/jobs/mark.ts';
import { mapPng } from '../../../packages/service/src/adapters/engine/mapPng.ts';
import { engineLimits } from '../../../packages/service/src/adapters/engine/settings.ts';
import { BUILT_IN } from '../../../packages/service/src/adapters/models/embedders.ts';
import { embeddingOf } from '../../../packages/service/src/compose/ports.ts';
import type { Caller } from '../../../packages/service/src/app/accounts/caller.ts';
import { registerUser } from '../../../packages/service/src/app/accounts/registerUser.ts';
import { uploadAsset } from '../../../packages/service/src/app/assets/uploadAsset.ts';
import { verifyImage } from '../../../packages/service/src/app/verify/verifyImage.ts';
import { PHOTOS } from '../pictures.ts';
import { freshFile } from './freshFile.ts';

export const KINDS = ['exact', 'marked copy', 'unmarked copy', 'forged copy', 'unknown'] as const;
export type Kind = (typeof KINDS)[number];

export interface Verifications {
  /** Verifies a picture of that kind, with a map. @returns the verdict and the rule, so that a wrong one is not taken for speed */
  run(kind: Kind): Promise<string>;
  /** sharp's decoding of the delivered file, for comparison. */
  decode(): Promise<unknown>;
}

const LIMITS = engineLimits({ watermarkKey: new Uint8Array(32).fill(7) });

/** Checkouts differ: earlier ones drew the empty map beside the comparison, those before them answered no stored file from its record. */
async function engineJobs() {
  type Maps = Partial<typeof import('@assay/core/tamper/emptyMap')>;
  const maps = (await import('@assay/core/tamper/emptyMap').catch(() => import('@assay/core/tamper/compare'))) as Maps;
  return {
    assertStructure: () => {},
    examine: (bytes: Uint8Array) => examine(bytes, LIMITS),
    inspect: (bytes: Uint8Array) => inspecting.inspect(bytes, LIMITS),
    // Older ones embed what they inspect.
    embed: (bytes: Uint8Array) => (inspecting as Partial<Pick<typeof inspecting, 'embed'>>).embed?.(bytes, LIMITS),
    localQuery: (bytes: Uint8Array) => inspecting.searchFeatures(bytes, LIMITS),
    mark: (bytes: Uint8Array, request: Parameters<typeof mark>[1]) => mark(bytes, request, LIMITS),
    compare: (request: Parameters<typeof compare>[0]) => compare(request, LIMITS),
    readMetadata: async (bytes: Uint8Array) => readMetadata(bytes),
    emptyMap: async (picture: { readonly width: number; readonly height: number }, sideMax: number) => {
      const map = maps.emptyMap?.(picture);
      return map && mapPng(map, sideMax);
    },
  };
}

/** @param photo its number in the folder of photos */
const photo = (name: string, width: number, height: number) =>
  sharp(path.join(PHOTOS, name)).resize(width, height, { fit: 'fill' }).removeAlpha().toColourspace('srgb');

/** @param names of a stored photo, one that is pasted from, and one that is unknown, below ASSAY_PHOTOS */
export async function openVerifications(
  [stored, foreign, unknown]: readonly [string, string, string],
  width: number,
  height: number,
): Promise<Verifications> {
  const { ports: fakes } = await fakePorts();
  const ports = {
    ...fakes,
    engine: { ...fakes.engine, ...(await engineJobs()) },
    embedding: embeddingOf(BUILT_IN),
    limits: { ...fakes.limits, uploadBytesMax: 50 * 2 ** 20 },
  } as unknown as typeof fakes;
  const user = await registerUser(
    ports,
    { email: 'a@example.org', password: PASSWORD, fullName: null },
    'http://x.test',
  );
  const caller: Caller = { kind: 'user', user, sessionId: user.id };
  const original = await photo(stored, width, height).jpeg({ quality: 92 }).toBuffer();
  const texts = { strengths: {}, fileName: null, title: null, description: null, tags: [] };
  const options = { metadata: true, commit: false, organizationId: null, dedupe: false };
  const tracks = { a: true, b: true, c: true };
  const { asset } = await uploadAsset(ports, caller, { bytes: original, tracks, ...texts, ...options });
  const delivered = Buffer.from((await ports.files.read(asset.id, 'watermarked')) ?? []);
  const [w, h] = [Math.round(width / 4), Math.round(height / 4)];
  const patch = await photo(foreign, w, h).png().toBuffer();
  const pasted = sharp(delivered).composite([{ input: patch, left: w, top: h }]);
  const pictures: Readonly<Record<Kind, Buffer>> = {
    exact: delivered,
    'marked copy': await sharp(delivered).jpeg({ quality: 80 }).toBuffer(),
    'unmarked copy': await sharp(original).jpeg({ quality: 80 }).toBuffer(),
    'forged copy': await pasted.jpeg({ quality: 85 }).toBuffer(),
    unknown: await photo(unknown, width, height).jpeg({ quality: 80 }).toBuffer(),
  };
  let runs = 0;
  return {
    async run(kind) {
      const bytes = kind === 'exact' ? pictures[kind] : freshFile(pictures[kind], String(runs++));
      const { verdict, firedRules } = await verifyImage(ports, caller, {
        bytes,
        mapSideMax: 1024,
        requester: { ip: '192.0.2.1', userAgent: 'bench', organizationId: null },
        batchId: null,
      });
      return `${verdict} (${firedRules[0]})`;
    },
    decode: () => sharp(delivered).raw().toBuffer(),
  };
}
