/** What the clients of the throughput bench send: a mix of the verifications that people ask for, and pictures to upload. @module */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { AssayClient } from '@assay/sdk/client';
import sharp, { type Sharp } from 'sharp';
import { freshFile } from '../../verdict/cost/freshFile.ts';
import { PHOTOS } from '../../verdict/pictures.ts';

/** Of ten verifications so many are of each kind. */
const MIX = { exact: 2, 'marked copy': 3, 'unmarked copy': 1, 'forged copy': 2, unknown: 2 } as const;
export type Kind = keyof typeof MIX;

/** Photos that the service stores before anything is measured, and as many that it never sees. */
const STORED = 12;
const [WIDTH, HEIGHT] = [500, 375];
const [UPLOAD_WIDTH, UPLOAD_HEIGHT] = [768, 512];

export interface Sent {
  readonly kind: Kind;
  readonly bytes: Buffer;
}

const names = readdirSync(path.join(PHOTOS, 'train'))
  .filter((name) => name.endsWith('.jpg'))
  .sort();

const photo = (index: number, width = WIDTH, height = HEIGHT): Sharp =>
  sharp(path.join(PHOTOS, 'train', names[index % names.length] as string))
    .resize(width, height, { fit: 'fill' })
    .toColourspace('srgb')
    .removeAlpha();

const jpeg = (picture: Sharp, quality: number): Promise<Buffer> => picture.jpeg({ quality }).toBuffer();

/** Stores photos, and makes of the delivered files what is verified. */
export async function storedPictures(client: AssayClient): Promise<Readonly<Record<Kind, readonly Buffer[]>>> {
  const made: Record<Kind, Buffer[]> = {
    exact: [],
    'marked copy': [],
    'unmarked copy': [],
    'forged copy': [],
    unknown: [],
  };
  for (let i = 0; i < STORED; i++) {
    const original = await jpeg(photo(60 + i), 92);
    const asset = await client.upload(new File([new Uint8Array(original)], 'photo.jpg'));
    const { blob } = await client.download(asset.id);
    const delivered = Buffer.from(await blob.arrayBuffer());
    const patch = await photo(200 + i, WIDTH >> 2, HEIGHT >> 2)
      .png()
      .toBuffer();
    const pasted = sharp(delivered).composite([{ input: patch, left: WIDTH >> 2, top: HEIGHT >> 2 }]);
    made.exact.push(delivered);
    made['marked copy'].push(await jpeg(sharp(delivered), 80));
    made['unmarked copy'].push(await jpeg(sharp(original), 80));
    made['forged copy'].push(await jpeg(pasted, 85));
    made.unknown.push(await jpeg(photo(300 + i), 80));
  }
  return made;
}

/** Verifications without end, each of a file that was not sent before, exact ones aside. */
export function* verificationsOf(made: Readonly<Record<Kind, readonly Buffer[]>>): Generator<Sent, never> {
  const cycle = (Object.entries(MIX) as [Kind, number][]).flatMap(([kind, count]) =>
    Array.from({ length: count }, (_, turn) => ({ kind, turn })),
  );
  // By the golden section, so that kinds follow one another mixed, and the same at every run.
  const mixed = cycle.map((entry, i) => ({ entry, at: (i * 0.618034) % 1 })).toSorted((a, b) => a.at - b.at);
  for (let n = 0; ; n++) {
    const { kind } = (mixed[n % mixed.length] as (typeof mixed)[number]).entry;
    const bytes = made[kind][Math.floor(n / mixed.length) % STORED] as Buffer;
    yield { kind, bytes: kind === 'exact' ? bytes : freshFile(bytes, `throughput ${n}`) };
  }
}

/** PNGs that no service has seen: the photos one after the other, each turn with another corner pixel. */
export async function uploadsOf(count: number): Promise<readonly Buffer[]> {
  const out: Buffer[] = [];
  for (let i = 0; i < count; i++) {
    const pixels = await photo(400 + i, UPLOAD_WIDTH, UPLOAD_HEIGHT)
      .raw()
      .toBuffer();
    pixels[0] = i & 255;
    const raw = { width: UPLOAD_WIDTH, height: UPLOAD_HEIGHT, channels: 3 } as const;
    out.push(await sharp(pixels, { raw }).png({ compressionLevel: 6 }).toBuffer());
  }
  return out;
}
