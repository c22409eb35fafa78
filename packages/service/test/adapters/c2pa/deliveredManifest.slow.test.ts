/** What a manifest of ours adds to a file: how much, whose signature it leaves alone, and a thumbnail only where one is wanted. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { TRACK_IDS } from '@assay/core/watermark/tracks';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { manifestStoreIn } from '../../../src/adapters/c2pa/manifestStore.ts';
import { sniffFormat } from '../../../src/adapters/codec/sniffFormat.ts';
import { renderPicture } from '../../../src/adapters/codec/renderPreview.ts';
import { contentIds } from '../../../src/adapters/content/contentIds.ts';
import { signDelivered } from '../../../src/app/credentials/signDelivered.ts';
import type { SigningFacts } from '../../../src/app/ports/credentials/credentials.ts';
import type { Engine, TrackReport } from '../../../src/app/ports/verify/engine.ts';
import { credentialsWith, FACTS, FORMATS, MARKED_ID, pictureIn, pixelsOf } from './credentialFiles.ts';

const credentials = credentialsWith();
const showing = credentialsWith({ thumbnails: true });
afterAll(async () => {
  await credentials.close();
  await showing.close();
});

/** Everything that a manifest can say: all tracks and the fingerprint. */
const FULL: SigningFacts = { ...FACTS, marks: TRACK_IDS.map((track) => ({ track, names: MARKED_ID })) };
const GROWTH_BYTES_MAX = 30_000;

const storeIn = (file: Uint8Array): Buffer => Buffer.from(manifestStoreIn(file, sniffFormat(file)) ?? []);

/** The manifests of a store, each the bytes of its box (ISO 19566-5: a length, `jumb`, first the description of the store). */
function manifestBoxes(store: Buffer): Buffer[] {
  const boxes: Buffer[] = [];
  for (let at = 8; at < store.length; at += store.readUInt32BE(at))
    boxes.push(store.subarray(at, at + store.readUInt32BE(at)));
  return boxes.slice(1);
}

describe.each(FORMATS)('a delivered %s', (format) => {
  test('grows by at most 30 KB, with every mark and the fingerprint, and by what its parent brought', async () => {
    const bytes = await pictureIn(format, 640, 480);
    const first = await credentials.sign({ bytes, parent: bytes, facts: FULL });
    expect(first.bytes.length - bytes.length).toBeGreaterThan(1000);
    expect(first.bytes.length - bytes.length).toBeLessThanOrEqual(GROWTH_BYTES_MAX);
    const second = await credentials.sign({ bytes, parent: first.bytes, facts: FULL });
    const own = second.bytes.length - bytes.length - storeIn(first.bytes).length;
    expect(own).toBeLessThanOrEqual(GROWTH_BYTES_MAX);
  });

  test('carries the manifest that its parent came with byte for byte, so that its signature stays whole', async () => {
    const bytes = await pictureIn(format);
    const parent = (await credentials.sign({ bytes: await pictureIn('jpeg'), parent: bytes, facts: FACTS })).bytes;
    const signed = await credentials.sign({ bytes, parent, facts: FACTS });
    const [foreign] = manifestBoxes(storeIn(parent));
    const boxes = manifestBoxes(storeIn(signed.bytes));
    expect(boxes).toHaveLength(2);
    expect(boxes.some((box) => box.equals(foreign as Buffer))).toBe(true);
  });

  test('with a thumbnail shows it, stays whole, is the same each time and another than without', async () => {
    const bytes = await pictureIn(format, 640, 480);
    const { jpeg: thumbnail } = await renderPicture(bytes, 256);
    const request = { bytes, parent: bytes, facts: FACTS };
    const [shown, again, plain] = [
      await credentials.sign({ ...request, thumbnail }),
      await credentials.sign({ ...request, thumbnail }),
      await credentials.sign(request),
    ];
    expect(storeIn(shown.bytes).includes(Buffer.from(thumbnail))).toBe(true);
    expect(storeIn(plain.bytes).includes('c2pa.thumbnail')).toBe(false);
    expect(await credentials.read(shown.bytes)).toMatchObject({ state: 'valid', activeManifest: shown.manifestId });
    expect(Buffer.from(again.bytes).equals(shown.bytes)).toBe(true);
    expect(shown.manifestId).not.toBe(plain.manifestId);
    expect((await pixelsOf(shown.bytes)).equals(await pixelsOf(bytes))).toBe(true);
  });
});

describe('an upload’s delivered file', () => {
  const marked = async () => {
    const bytes = await pictureIn('jpeg', 640, 480);
    return { bytes, ids: await contentIds(bytes) };
  };
  const delivered = async (of: typeof credentials, asked: number[]) => {
    const engine = {
      picture: (bytes: Uint8Array, sideMax: number) => {
        asked.push(sideMax);
        return renderPicture(bytes, sideMax);
      },
    } as unknown as Engine;
    const file = await marked();
    const tracks = TRACK_IDS.map((track) => ({ track, detected: true }) as unknown as TrackReport);
    const at = new Date(FACTS.at);
    const original = file.bytes;
    return signDelivered(
      { credentials: of, engine },
      { marked: file, original, tracks, names: MARKED_ID, pdq: FACTS.pdq, at },
    );
  };

  test('has a thumbnail of 256 pixels where the operator wants them', async () => {
    const asked: number[] = [];
    const { bytes, warnings } = await delivered(showing, asked);
    expect([warnings, asked]).toEqual([[], [256]]);
    const store = storeIn(bytes);
    const at = store.indexOf(Buffer.from('ffd8ff', 'hex'));
    expect(at).toBeGreaterThan(0);
    expect(await sharp(store.subarray(at)).metadata()).toMatchObject({ format: 'jpeg', width: 256, height: 192 });
  });

  test('has none otherwise, and none is made', async () => {
    const asked: number[] = [];
    const { bytes, warnings } = await delivered(credentials, asked);
    expect([warnings, asked]).toEqual([[], []]);
    expect(storeIn(bytes).includes('c2pa.thumbnail')).toBe(false);
  });
});

const folder = process.env.ASSAY_C2PA ?? '';
const files = folder ? readdirSync(folder).filter((name) => /\.(jpg|png|webp|tif)$/i.test(name)) : [];
describe.skipIf(folder === '')('of the public test files (set ASSAY_C2PA to their folder; skipped without it)', () => {
  test.each(files)(
    '%s: the manifests of others are carried byte for byte, and ours takes at most 30 KB',
    async (name) => {
      const parent = new Uint8Array(readFileSync(path.join(folder, name)));
      const bytes = await pictureIn('jpeg');
      const signed = await credentials.sign({ bytes, parent, facts: FULL });
      const foreign = storeIn(parent);
      const boxes = manifestBoxes(storeIn(signed.bytes));
      const carried = foreign.length === 0 ? [] : manifestBoxes(foreign);
      for (const box of carried) expect(boxes.some((one) => one.equals(box))).toBe(true);
      expect(boxes).toHaveLength(carried.length + 1);
      const ours = signed.bytes.length - bytes.length - foreign.length;
      expect(ours).toBeLessThanOrEqual(GROWTH_BYTES_MAX);
    },
  );
});
