/** Files that are no ordinary photos: tiny, plain, huge, odd, broken, hostile. @module */
import sharp, { type Sharp } from 'sharp';
import { renderScene } from '@assay/core/scene/renderScene';
import { interlacedPng, manyScans, oneStripTiff } from './costlyFiles.ts';
import { piped } from '../pictures.ts';

export interface BadPicture {
  readonly name: string;
  readonly make: () => Promise<Uint8Array>;
}

const limits = { limitInputPixels: false } as const;
const GREY = { r: 128, g: 128, b: 128 };

const flat =
  (width: number, height: number, background: string, channels: 3 | 4 = 3) =>
  (): Promise<Buffer> =>
    sharp({ create: { width, height, channels, background }, ...limits })
      .png()
      .toBuffer();

/** Noise of sharp, enlarged where the picture is large, so that making it does not take longer than judging it. */
const noise =
  (width: number, height: number, enlarged: number, format: 'jpeg' | 'png' = 'jpeg') =>
  async (): Promise<Buffer> => {
    const [w, h] = [Math.max(1, Math.round(width / enlarged)), Math.max(1, Math.round(height / enlarged))];
    const gaussian = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const small = sharp({ create: { width: w, height: h, channels: 3, background: GREY, noise: gaussian } });
    const picture = sharp(await small.png().toBuffer()).resize(width, height, { fit: 'fill' });
    return format === 'jpeg' ? picture.jpeg({ quality: 80 }).toBuffer() : picture.png().toBuffer();
  };

/** A rendered landscape at any size. */
async function scene(width: number, height: number): Promise<Sharp> {
  const small = await piped(renderScene({ width: 1000, height: 750, seed: 5 }))
    .png()
    .toBuffer();
  return sharp(small, limits).resize(width, height, { fit: 'fill' });
}

const sceneAs = (width: number, height: number, write: (picture: Sharp) => Sharp) => async (): Promise<Buffer> =>
  write(await scene(width, height)).toBuffer();

/** One texture of 64 pixels, over and over: everything matches everything. */
async function repeated(): Promise<Buffer> {
  const tile = await (await scene(64, 64)).png().toBuffer();
  return sharp({ create: { width: 1920, height: 1280, channels: 3, background: GREY } })
    .composite([{ input: tile, tile: true }])
    .jpeg()
    .toBuffer();
}

async function truncated(share: number, write: (picture: Sharp) => Sharp): Promise<Buffer> {
  const whole = await write(await scene(1200, 900)).toBuffer();
  return whole.subarray(0, Math.round(share * whole.length));
}

async function animated(format: 'webp' | 'gif'): Promise<Buffer> {
  const frames = Buffer.alloc(3 * 100 * 200, 200).fill(40, 3 * 100 * 100);
  const pages = sharp(frames, { raw: { width: 100, height: 200, channels: 3, pageHeight: 100 } });
  return format === 'webp' ? pages.webp().toBuffer() : pages.gif().toBuffer();
}

const jpeg = (options: Parameters<Sharp['jpeg']>[0]) => (picture: Sharp) => picture.jpeg(options);
const FULL = { quality: 75, progressive: true, chromaSubsampling: '4:4:4' } as const;
const as = (name: string, make: BadPicture['make']): BadPicture => ({ name, make });

export const BAD_PICTURES: readonly BadPicture[] = [
  as('1 x 1', flat(1, 1, '#ff0000')),
  as('2 x 3', flat(2, 3, '#00ff00')),
  as('8 x 8, noise', noise(8, 8, 1, 'png')),
  as('16 x 16, noise', noise(16, 16, 1, 'png')),
  as('1 x 20000', noise(1, 20_000, 1)),
  as('20000 x 1', noise(20_000, 1, 1)),
  as('20000 x 40, noise', noise(20_000, 40, 1)),
  as('20000 x 200, a landscape', sceneAs(20_000, 200, jpeg({ quality: 85 }))),
  as('white, 4000 x 3000', flat(4000, 3000, '#ffffff')),
  as('black, 640 x 480', flat(640, 480, '#000000')),
  as('wholly transparent, 1200 x 900', flat(1200, 900, '#00000000', 4)),
  as('noise, 640 x 480', noise(640, 480, 1, 'png')),
  as('noise, 4000 x 3000', noise(4000, 3000, 1)),
  as('one texture repeated, 1920 x 1280', repeated),
  as(
    '16-bit PNG, 4000 x 3000',
    sceneAs(4000, 3000, (picture) => picture.toColourspace('rgb16').png()),
  ),
  as(
    'CMYK JPEG, 4000 x 3000',
    sceneAs(4000, 3000, (picture) => picture.toColourspace('cmyk').jpeg()),
  ),
  as('50 megapixels, JPEG', sceneAs(8660, 5774, jpeg({ quality: 85 }))),
  as('50 megapixels, progressive JPEG 4:4:4', sceneAs(8660, 5774, jpeg(FULL))),
  as(
    '50 megapixels, PNG',
    sceneAs(8660, 5774, (picture) => picture.png({ compressionLevel: 3 })),
  ),
  as(
    '50 megapixels, turned by its EXIF tag',
    sceneAs(8660, 5774, (p) => p.withMetadata({ orientation: 6 }).jpeg()),
  ),
  as('50 megapixels, 16-bit PNG with alpha, interlaced', () => interlacedPng(7071)),
  as('100 megapixels, JPEG', sceneAs(12_240, 8160, jpeg({ quality: 80 }))),
  as('100 megapixels, progressive JPEG 4:4:4', sceneAs(12_240, 8160, jpeg(FULL))),
  as(
    '100 megapixels, progressive CMYK JPEG',
    sceneAs(10_000, 10_000, (p) => p.toColourspace('cmyk').jpeg(FULL)),
  ),
  as(
    '100 megapixels, WebP',
    sceneAs(10_000, 10_000, (picture) => picture.webp({ quality: 70, effort: 0 })),
  ),
  as('100 megapixels, 16-bit PNG with alpha, interlaced', () => interlacedPng(10_000)),
  as('100 megapixels, 16-bit TIFF with alpha in one strip', () => oneStripTiff(10_000)),
  as('100 megapixels, progressive JPEG in 95 scans', () => manyScans(10_000, 95)),
  as('panorama of 99 megapixels, 30000 x 3300', sceneAs(30_000, 3300, jpeg({ quality: 80 }))),
  as('refused: progressive JPEG in 5000 scans', () => manyScans(10_000, 5000)),
  as('refused: truncated JPEG', () => truncated(0.6, jpeg({ quality: 85 }))),
  as('refused: truncated PNG', () => truncated(0.6, (picture) => picture.png())),
  as('refused: 900 megapixels in 3 MB', flat(30_000, 30_000, '#123456')),
  as('refused: a side of 40000', flat(40_000, 10, '#123456')),
  as('refused: animated WebP', () => animated('webp')),
  as('refused: GIF', () => animated('gif')),
  as('refused: no picture', async () => Buffer.from('No picture at all.')),
];
