/**
 * docs/guides/addATrack.md, done: a track is one folder, this one, and one row in the table. Nothing else knows of it, and
 * it is in the form, the settings, the database, the answers, the evidence, the manifest and the description of the API.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { renderScene } from '@assay/core/scene/renderScene';
import type { Size } from '@assay/core/raster';
import { emptyMap } from '@assay/core/tamper/emptyMap';
import { TRACK_IDS } from '@assay/core/watermark/tracks';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { softBindings } from '../../src/adapters/db/schema/manifests.ts';
import { watermarkTracks } from '../../src/adapters/db/schema/assets.ts';
import { installBrowserParts } from '../../src/adapters/c2pa/browserParts.ts';
import { createCredentials } from '../../src/adapters/c2pa/credentials.ts';
import type { SigningRequest } from '../../src/app/ports/credentials/credentials.ts';
import { makeDevelopmentChain } from '../../src/adapters/c2pa/developmentChain.ts';
import { holdKey } from '../../src/adapters/c2pa/keyHolder.ts';
import { buildSigned, keyHolderBehind } from '../../src/adapters/c2pa/signCredentials.ts';
import { softBindingsOf } from '../../src/adapters/c2pa/softBindingNames.ts';
import { renderPicture, renderPreview } from '../../src/adapters/codec/renderPreview.ts';
import { readMetadata } from '../../src/adapters/codec/readMetadata.ts';
import { mapPng } from '../../src/adapters/engine/mapPng.ts';
import { attack } from '../../src/adapters/engine/jobs/attack.ts';
import { coarseMap } from '../../src/adapters/engine/jobs/coarseMap.ts';
import { compare } from '../../src/adapters/engine/jobs/compare.ts';
import { examine } from '../../src/adapters/engine/jobs/examine.ts';
import { embed, inspect, searchFeatures } from '../../src/adapters/engine/jobs/inspect.ts';
import { mark } from '../../src/adapters/engine/jobs/mark.ts';
import { engineLimits } from '../../src/adapters/engine/settings.ts';
import { describeConfig, readConfig } from '../../src/config/config.ts';
import { type Account, formOf, openAccount } from '../fakes/testService.ts';
import { type RealService, signedBy, startRealService } from '../support/realService.ts';

vi.mock('../../../core/src/watermark/trackTable.ts', async (importOriginal) => {
  const { TRACKS } = await importOriginal<typeof import('@assay/core/watermark/trackTable')>();
  const { TOY_ROW } = await import('./toyRow.ts');
  return { TRACKS: [...TRACKS, TOY_ROW] };
});

// oxlint-disable-next-line typescript/no-explicit-any -- answers are looked into, member by member
type Json = Record<string, any>;

/** Jobs in this thread: workers would read the table as it is on disk. */
const limits = engineLimits({ watermarkKey: Buffer.alloc(32, 5), modelFolders: { c: null } });
const engine = {
  assertStructure: () => {},
  examine: (bytes: Uint8Array) => examine(bytes, limits),
  inspect: (bytes: Uint8Array) => inspect(bytes, limits),
  embed: (bytes: Uint8Array) => embed(bytes, limits),
  localQuery: (bytes: Uint8Array) => searchFeatures(bytes, limits),
  mark: (bytes: Uint8Array, request: Parameters<typeof mark>[1]) => mark(bytes, request, limits),
  attack: (bytes: Uint8Array, original: Uint8Array | null, assetId: string) =>
    attack({ bytes, original, assetId }, limits),
  compare: (request: Parameters<typeof compare>[0]) => compare(request, limits),
  readMetadata: async (bytes: Uint8Array) => readMetadata(bytes),
  picture: (bytes: Uint8Array, sideMax: number) => renderPicture(bytes, sideMax),
  preview: (bytes: Uint8Array) => renderPreview(bytes),
  coarseMap,
  emptyMap: (picture: Size, sideMax: number) => mapPng(emptyMap(picture), sideMax),
  healthy: async () => true,
  close: async () => {},
};

const signed = signedBy(makeDevelopmentChain(new Date()));
const key = holdKey({ signer: makeDevelopmentChain(new Date()), version: '0.1.0', namespace: signed.namespace });
const credentials = {
  ...createCredentials(signed),
  sign: async (job: SigningRequest) => ({
    ...(await buildSigned(job, { ...key.shape, ...keyHolderBehind(key.answering(job.facts)) })),
    bindings: softBindingsOf(job.facts, signed.namespace),
  }),
};

let service: RealService;
let ada: Account;
let asset: Json;
let delivered: Buffer;

const send = (url: string, bytes: Uint8Array, fields: Record<string, string> = {}) => {
  const texts = Object.entries(fields).map(([name, value]) => ({ name, value }));
  const form = formOf([...texts, { name: 'file', value: bytes, fileName: 'scene.png' }]);
  return service.app.inject({
    method: 'POST',
    url,
    payload: form.payload,
    headers: { ...form.headers, ...ada.headers },
  });
};
const get = (url: string) => service.app.inject({ method: 'GET', url, headers: ada.headers });
const scene = async (seed: number): Promise<Uint8Array> => {
  const { width, height, channels, data } = renderScene({ width: 352, height: 256, seed });
  return new Uint8Array(
    await sharp(data as Uint8Array, { raw: { width, height, channels } })
      .png()
      .toBuffer(),
  );
};

beforeAll(async () => {
  installBrowserParts();
  service = await startRealService('embedded', { engine, credentials });
  ada = await openAccount(service, 'ada@example.org');
  const answer = await send('/v1/assets/', await scene(7), { track_c_enabled: 'false', track_d_enabled: 'true' });
  expect(answer.statusCode, answer.body).toBe(201);
  asset = answer.json();
  delivered = (await get(`/v1/storage/assets/${asset['id']}/download`)).rawPayload;
}, 120_000);
afterAll(async () => {
  await service?.close();
  await credentials.close();
});

test('the guide shows this very row', () => {
  const guide = readFileSync(path.resolve(import.meta.dirname, '../../../../docs/guides/addATrack.md'), 'utf8');
  const source = readFileSync(path.join(import.meta.dirname, 'toyRow.ts'), 'utf8');
  const row = /TOY_ROW = \{\n([\s\S]*?)\n\} as const/.exec(source)?.[1] as string;
  expect(guide.replaceAll(/^ +/gm, '')).toContain(row.replaceAll(/^ +/gm, ''));
});

test('the table has one row more', () => {
  expect(TRACK_IDS).toEqual(['a', 'b', 'c', 'd']);
});

describe('an upload with track D', () => {
  test('carries it beside the others, as the watermark record says', async () => {
    const expected = {
      track_a_detected: true,
      track_b_detected: true,
      track_c_detected: false,
      track_d_detected: true,
    };
    expect(asset['warnings']).toEqual([]);
    expect(asset['watermark']).toMatchObject(expected);
    const record = (await get(`/v1/assets/${asset['id']}/watermark`)).json() as Json;
    expect(record).toMatchObject({ ...expected, strengths: { track_a: 0.3, track_b: 0.2, track_c: 0, track_d: 0.5 } });
  });

  test('has a row of its own in the database', async () => {
    const rows = await service.database.read((queries) =>
      queries
        .select()
        .from(watermarkTracks)
        .where(eq(watermarkTracks.assetId, asset['id']))
        .orderBy(watermarkTracks.track),
    );
    expect(rows.map(({ track, detected, strength }) => [track, detected, strength])).toEqual([
      ['a', true, 0.3],
      ['b', true, 0.2],
      ['d', true, 0.5],
    ]);
    expect(rows[2]?.payload).toEqual(rows[0]?.payload);
  });

  test('is named in its manifest', async () => {
    const bindings = await service.database.read((queries) => queries.select().from(softBindings));
    expect(bindings.map(({ algorithm }) => algorithm)).toContain('test.assay.track-d.1');
  });

  test('is read in a verification, which says so in words', async () => {
    // Other bytes than the delivered ones, the same pixels.
    const again = await sharp(delivered).png({ compressionLevel: 1 }).toBuffer();
    const result = (await send('/v1/verify/', again)).json() as Json;
    expect(result).toMatchObject({ verdict: 'authentic', asset_id: asset['id'] });
    expect(result['watermark']).toMatchObject({ track_a_detected: true, track_d_detected: true });
    const statements = (result['evidence'] as Json[]).map(({ statement }) => statement);
    expect(statements).toContainEqual(expect.stringMatching(/^Track D was read/));
  });

  test('is not read where it is not: not in another picture, nor after JPEG', async () => {
    for (const picture of [await scene(8), await sharp(delivered).jpeg({ quality: 80 }).toBuffer()]) {
      const result = (await send('/v1/verify/', picture)).json() as Json;
      expect(result['watermark']).toMatchObject({ track_d_detected: false });
    }
  });

  test('alone, at a strength of its own', async () => {
    const fields = { track_a_enabled: 'no', track_b_enabled: 'no', track_c_enabled: 'no', track_d_strength: '0.25' };
    const alone = (await send('/v1/assets/', await scene(9), fields)).json() as Json;
    expect(alone['watermark']).toMatchObject({
      track_a_detected: false,
      track_d_detected: true,
      embedding_strength: 0.25,
      strengths: { track_a: 0, track_b: 0, track_c: 0, track_d: 0.25 },
    });
  });
});

test('its strength is a setting', () => {
  const line = describeConfig({}).find(({ name }) => name === 'ASSAY_TRACK_D_STRENGTH');
  expect(line).toMatchObject({ default: '0.5' });
  expect(readConfig({ ASSAY_TRACK_D_STRENGTH: '0.7' })).toMatchObject({ trackDStrength: 0.7 });
  expect(() => readConfig({ ASSAY_TRACK_D_STRENGTH: '2' })).toThrow('ASSAY_TRACK_D_STRENGTH');
});

describe('the description of the API', () => {
  const schemaOf = (document: Json, name: string): Json => document['components'].schemas[name].properties;

  test('has its fields in the form and in the answers', async () => {
    const document = (await get('/openapi.json')).json() as Json;
    const form = document['paths']['/v1/assets/'].post.requestBody.content['multipart/form-data'].schema.properties;
    expect(form.track_d_enabled).toEqual({
      type: 'boolean',
      default: true,
      description: 'Embed watermark track D (least significant bits).',
    });
    expect(form.track_d_strength.description).toContain('Default: the setting, 0.5 unless changed.');
    expect(schemaOf(document, 'Watermark')).toHaveProperty('track_d_detected');
    expect(schemaOf(document, 'Watermark')['strengths'].properties).toHaveProperty('track_d');
    expect(schemaOf(document, 'VerificationResult')['watermark'].properties).toHaveProperty('track_d_detected');
  });

  test('makes the table of the client, from which its options and the words of the pages follow', async () => {
    const document = (await get('/openapi.json')).json() as Json;
    const { tracksOf } = (await import('../../../../tools/generateApiTypes.mjs' as string)) as {
      tracksOf: (document: object) => string;
    };
    expect(tracksOf(document)).toContain('"id":"d","label":"Track D"');
  });
});
