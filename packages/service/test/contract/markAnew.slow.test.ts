/** Marking anew on real parts: docs/spec/assets.md#marking-anew. What was delivered before still has to be recognised. @module */
import { renderScene } from '@assay/core/scene/renderScene';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEngine } from '../../src/adapters/engine/engine.ts';
import type { Engine } from '../../src/app/ports/verify/engine.ts';
import { type Account, formOf, openAccount } from '../fakes/testService.ts';
import { type RealService, startRealService } from '../support/realService.ts';

type Json = Record<string, unknown>;

const WATERMARK_KEY = Buffer.alloc(32, 5);
const SIZE = { width: 768, height: 512 } as const;

/** A version without track C, and the present one. */
const engines: Engine[] = [];
let service: RealService;
let ada: Account;
let asset: Json;
let former: Buffer;
let present: Buffer;

const send = (url: string, bytes: Buffer) => {
  const form = formOf([{ name: 'file', value: bytes, fileName: 'scene.jpg' }]);
  return service.app.inject({
    method: 'POST',
    url,
    payload: form.payload,
    headers: { ...form.headers, ...ada.headers },
  });
};
const verify = async (bytes: Buffer): Promise<Json> => (await send('/v1/verify/', bytes)).json();
const delivered = async (): Promise<Buffer> => {
  const url = `/v1/assets/${asset.id}/download`;
  return (await service.app.inject({ url, headers: ada.headers })).rawPayload;
};
const scene = (seed: number, { width, height } = SIZE as { width: number; height: number }) => {
  const { channels, data } = renderScene({ width, height, seed });
  return sharp(data as Uint8Array, { raw: { width, height, channels } });
};

beforeAll(async () => {
  engines.push(createEngine({ watermarkKey: WATERMARK_KEY, threads: 1, modelFolders: { c: null } }));
  engines.push(createEngine({ watermarkKey: WATERMARK_KEY, threads: 1 }));
  let version = 0;
  const engine = new Proxy(engines[0]!, { get: (_, name) => Reflect.get(engines[version]!, name) });
  service = await startRealService('embedded', { engine });
  ada = await openAccount(service, 'ada@example.org');
  const uploaded = await send('/v1/assets/', await scene(17).jpeg({ quality: 92 }).toBuffer());
  expect(uploaded.statusCode, uploaded.body).toBe(201);
  asset = uploaded.json();
  former = await delivered();
  version = 1;
  const url = `/v1/assets/${asset.id}/reprocess`;
  const again = await service.app.inject({ method: 'POST', url, headers: ada.headers });
  expect(again.statusCode, again.body).toBe(200);
  expect(again.json().watermark).toMatchObject({
    track_a_detected: true,
    track_b_detected: true,
    track_c_detected: true,
  });
  present = await delivered();
}, 120_000);
afterAll(async () => {
  await service?.close();
  await Promise.all(engines.map((engine) => engine.close()));
});

test('the earlier version marked with fewer tracks, and the two files differ', async () => {
  expect(asset.watermark).toMatchObject({ track_a_detected: true, track_b_detected: true, track_c_detected: false });
  expect(present.equals(former)).toBe(false);
});

test('200: the file that was delivered before is authentic with exactly 1, as the new one is', async () => {
  for (const file of [former, present])
    expect(await verify(file)).toMatchObject({ verdict: 'authentic', confidence: 1, asset_id: asset.id });
});

test('200: a recompressed, reduced copy of it is authentic, and its own marks are read', async () => {
  const copy = await sharp(former).resize(640).jpeg({ quality: 75 }).toBuffer();
  const payload = Buffer.from(String(asset.id).replaceAll('-', ''), 'hex').toString('base64');
  expect(await verify(copy)).toMatchObject({ verdict: 'authentic', asset_id: asset.id, watermark: { payload } });
});

test('200: an edit of it is still forged', async () => {
  const patch = await scene(29).extract({ left: 300, top: 200, width: 160, height: 128 }).png().toBuffer();
  const edited = await sharp(former)
    .composite([{ input: patch, left: 420, top: 220 }])
    .jpeg({ quality: 92 })
    .toBuffer();
  expect(await verify(edited)).toMatchObject({ verdict: 'forged', asset_id: asset.id });
});
