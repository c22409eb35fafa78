/** Previews that are gone, on real parts: what is made again is what was there, to the byte: docs/spec/assets.md#stored-files. @module */
import { renderScene } from '@assay/core/scene/renderScene';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, formOf, openAccount } from '../fakes/testService.ts';
import { type RealService, startRealService } from '../support/realService.ts';

let service: RealService;
let ada: Account;
beforeAll(async () => {
  service = await startRealService('embedded');
  ada = await openAccount(service, 'ada@example.org');
});
afterAll(() => service?.close());

const scene = (seed: number) => {
  const { width, height, channels, data } = renderScene({ width: 768, height: 512, seed });
  return sharp(data as Uint8Array, { raw: { width, height, channels } });
};
const UNMARKED = { track_a_enabled: 'false', track_b_enabled: 'false', track_c_enabled: 'false' };

test.each([
  ['a photo that lies on its side', () => scene(1).withMetadata({ orientation: 6 }).jpeg({ quality: 92 }), {}],
  ['a picture with holes', () => scene(2).ensureAlpha(0.5).png(), {}],
  ['an encrypted one', () => scene(3).webp({ quality: 95 }), { encrypt: 'true' }],
  ['one without marks', () => scene(4).jpeg({ quality: 90 }), UNMARKED],
] as const)('of %s it is made again, byte for byte', async (_name, picture, fields) => {
  const texts = Object.entries(fields).map(([name, value]) => ({ name, value }));
  const form = formOf([...texts, { name: 'file', value: await picture().toBuffer(), fileName: 'scene' }]);
  const headers = { ...form.headers, ...ada.headers };
  const sent = await service.app.inject({ method: 'POST', url: '/v1/assets/', payload: form.payload, headers });
  expect(sent.statusCode, sent.body).toBe(201);
  const { id } = sent.json() as { id: string };
  const download = async () => {
    const answer = await service.app.inject({ url: `/v1/assets/${id}/download?variant=preview`, headers: ada.headers });
    expect(answer.statusCode).toBe(200);
    return answer.rawPayload;
  };
  const before = await download();
  expect((await sharp(before).metadata()).format).toBe('webp');
  await service.ports.files.remove(id, 'preview');
  expect(await service.ports.files.read(id, 'preview')).toBeNull();
  expect((await download()).equals(before)).toBe(true);
  expect(Buffer.from((await service.ports.files.read(id, 'preview')) ?? []).equals(before)).toBe(true);
});
