/** Files that are no pictures, or not the pictures they claim to be. @module */
import zlib from 'node:zlib';
import { renderScene } from '@assay/core/scene/renderScene';
import sharp from 'sharp';
import { pngChunk } from '../adapters/codec/pictures.ts';

/** A rendered landscape as a file. */
export function sceneFile(
  seed: number,
  width: number,
  height: number,
  format: 'jpeg' | 'png' = 'jpeg',
): Promise<Buffer> {
  const { data } = renderScene({ width, height, seed });
  const image = sharp(data, { raw: { width, height, channels: 3 } });
  return format === 'jpeg' ? image.jpeg({ quality: 92 }).toBuffer() : image.png().toBuffer();
}

/** Two frames or pages of different landscapes. */
export async function twoFrames(format: 'webp' | 'tiff'): Promise<Buffer> {
  const frames = [await sceneFile(21, 320, 240, 'png'), await sceneFile(22, 320, 240, 'png')];
  const joined = sharp(frames, { join: { animated: true } });
  return format === 'webp' ? joined.webp().toBuffer() : joined.tiff({ compression: 'lzw' }).toBuffer();
}

/** A complete, valid one-bit PNG of `side` x `side` pixels: 1.6 gigapixels in some 200 kB for a side of 40,000. */
export async function oneBitPng(side: number): Promise<Buffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1; // bits a sample; colour type 0, grey
  const scanlines = await new Promise<Buffer>((resolve, reject) => {
    const deflate = zlib.createDeflate({ level: 1 });
    const parts: Buffer[] = [];
    deflate.on('data', (part: Buffer) => parts.push(part));
    deflate.on('end', () => resolve(Buffer.concat(parts)));
    deflate.on('error', reject);
    const line = Buffer.alloc(1 + Math.ceil(side / 8));
    for (let y = 0; y < side; y++) deflate.write(line);
    deflate.end();
  });
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', scanlines),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

export const TEXT = Buffer.from('This is a letter, not a picture.\n'.repeat(40));

export const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><rect width="400" height="400"/></svg>',
);

/** The smallest GIF: one pixel. */
export const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** The first box of an HEIC file and nothing that could be decoded. */
export const HEIC = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(4096, 7)]);
