/** Picture files in and out of the watermark commands, pixels kept exactly. @module */
import { readFile } from 'node:fs/promises';
import { AppError } from '@assay/core/errors';
import type { Raster } from '@assay/core/raster';
import { decodeImage } from '@assay/service/adapters/codec/decodeImage';
import { sharp } from '@assay/service/adapters/codec/imageLibrary';
import { inputBytes } from './inputBytes.ts';
import type { Terminal } from './terminal.ts';

/** The user's own files: only what the decoders could not hold is refused. */
const LIMITS = { bytesMax: 1024 ** 3, pixelsMax: 500_000_000 };

/** Upright pixels of a JPEG, PNG, TIFF or WebP file. @throws {AppError} INVALID_FILE_TYPE, FILE_TOO_LARGE, and names the file @param terminal where `-` is standard input */
export async function readPicture(file: string, terminal?: Pick<Terminal, 'input'>): Promise<Raster> {
  const bytes = await (terminal ? inputBytes(file, terminal) : readFile(file));
  return decodePicture(bytes).catch((cause: unknown) => {
    throw cause instanceof AppError ? new AppError(cause.code, `${file}: ${cause.detail}`) : cause;
  });
}

/** As `readPicture`, of bytes. */
export async function decodePicture(bytes: Uint8Array): Promise<Raster> {
  const { raster } = await decodeImage(bytes, LIMITS);
  return raster;
}

/** PNG with exactly these samples, 8 or 16 bits, alpha kept. */
export async function encodePng({ width, height, channels, depth, data }: Raster): Promise<Uint8Array> {
  const isGrey = channels < 3;
  const space = depth === 16 ? (isGrey ? 'grey16' : 'rgb16') : isGrey ? 'b-w' : 'srgb';
  const image = sharp(data, { raw: { width, height, channels }, limitInputPixels: false }).toColourspace(space);
  return new Uint8Array(await image.png({ compressionLevel: 6 }).toBuffer());
}
