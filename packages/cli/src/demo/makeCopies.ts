/** What happens to pictures in the world, done to the delivered file of the demonstration. @module */
import { renderScene } from '@assay/core/scene/renderScene';
import { nativeSharp as sharp } from '@assay/service/adapters/codec/nativeImages';

/** A picture of the project's own making as a JPEG file, 4:4:4, quality 92. */
export async function renderPhoto(seed: number, width: number, height: number): Promise<Uint8Array> {
  const scene = renderScene({ width, height, seed });
  const file = sharp(scene.data, { raw: { width, height, channels: 3 } });
  return new Uint8Array(await file.jpeg({ quality: 92, chromaSubsampling: '4:4:4' }).toBuffer());
}

/** Upright size of a picture file. */
async function sizeOf(bytes: Uint8Array): Promise<{ width: number; height: number }> {
  const { autoOrient } = await sharp(bytes).metadata();
  return { width: autoOrient.width, height: autoOrient.height };
}

/** What a web site does: an eighth cut off on every side, three quarters of the size, JPEG of quality 75. */
export async function recompressedCrop(delivered: Uint8Array): Promise<Uint8Array> {
  const { width, height } = await sizeOf(delivered);
  const left = Math.round(width / 8);
  const top = Math.round(height / 8);
  const cropped = await sharp(delivered)
    .autoOrient()
    .extract({ left, top, width: width - 2 * left, height: height - 2 * top })
    .toBuffer();
  const out = sharp(cropped).resize({ width: Math.round(0.75 * (width - 2 * left)) });
  return new Uint8Array(await out.jpeg({ quality: 75 }).toBuffer());
}

/** What a forger does: an ellipse of another picture, a fifth of the width, pasted in with a soft rim; JPEG of quality 90. */
export async function splicedCopy(delivered: Uint8Array, foreign: Uint8Array): Promise<Uint8Array> {
  const { width, height } = await sizeOf(delivered);
  const side = Math.max(32, Math.round(Math.min(width, height) * 0.3));
  const { data } = await sharp(foreign)
    .resize(side, side, { fit: 'cover' })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const patch = Buffer.alloc(side * side * 4);
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const i = y * side + x;
      const radius = Math.hypot(x + 0.5 - side / 2, y + 0.5 - side / 2) / (side / 2);
      data.copy(patch, 4 * i, 3 * i, 3 * i + 3);
      // Opaque up to 92 % of the radius, then a rim that fades to nothing.
      patch[4 * i + 3] = Math.round(255 * Math.max(0, Math.min(1, (1 - radius) / 0.08)));
    }
  const upright = await sharp(delivered).autoOrient().toBuffer();
  const out = sharp(upright).composite([
    {
      input: patch,
      raw: { width: side, height: side, channels: 4 },
      left: Math.round(width * 0.55),
      top: Math.round(height * 0.5 - side / 2),
    },
  ]);
  return new Uint8Array(await out.jpeg({ quality: 90 }).toBuffer());
}
