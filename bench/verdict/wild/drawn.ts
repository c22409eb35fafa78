/** SVG drawn over pictures, and canvases around them. */
import sharp from 'sharp';
import { fromSharp, type RgbPicture, rgbPicture, toSharp } from '../../retrieval/rgbPicture.ts';
import type { Random } from '../random.ts';
import type { Seen } from './wildEdit.ts';

/** Opacity from which what lies below is not to be seen any more. */
const HIDES = 128;

export const svgOf = (width: number, height: number, body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="DejaVu Sans, sans-serif">${body}</svg>`;

/** Lays a drawing over the whole picture; opaque parts hide it. */
export async function drawnOver(picture: RgbPicture, body: string): Promise<Seen> {
  const { width, height } = picture;
  const layer = await sharp(Buffer.from(svgOf(width, height, body)))
    .resize(width, height, { fit: 'fill' })
    .ensureAlpha()
    .raw()
    .toBuffer();
  const out = rgbPicture(width, height);
  const hidden = new Uint8Array(width * height);
  for (let i = 0; i < hidden.length; i++) {
    const alpha = layer[4 * i + 3] as number;
    if (alpha >= HIDES) hidden[i] = 1;
    for (let c = 0; c < 3; c++)
      out.data[3 * i + c] = Math.round(
        ((255 - alpha) * (picture.data[3 * i + c] as number) + alpha * (layer[4 * i + c] as number)) / 255,
      );
  }
  return {
    picture: out,
    from: (x, y) => {
      const [column, row] = [Math.min(width - 1, Math.floor(x)), Math.min(height - 1, Math.floor(y))];
      return hidden[row * width + column] ? null : [x, y];
    },
  };
}

/** Room around a picture, px. */
export interface Room {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The picture upon a canvas of some pixels more on every side. */
export async function framed(picture: RgbPicture, room: Room, canvas: RgbPicture | string): Promise<Seen> {
  const [width, height] = [picture.width + room.left + room.right, picture.height + room.top + room.bottom];
  const ground =
    typeof canvas === 'string'
      ? sharp({ create: { width, height, channels: 3, background: canvas } })
      : toSharp(canvas).resize(width, height, { fit: 'fill' });
  const input = await toSharp(picture).png({ compressionLevel: 0 }).toBuffer();
  return {
    picture: await fromSharp(ground.composite([{ input, left: room.left, top: room.top }])),
    from: (x, y) => {
      const [u, v] = [x - room.left, y - room.top];
      return u < 0 || v < 0 || u >= picture.width || v >= picture.height ? null : [u, v];
    },
  };
}

/** What is drawn over the canvas after the picture was laid on it. */
export async function framedWith(picture: RgbPicture, room: Room, ground: string, body: string): Promise<Seen> {
  const frame = await framed(picture, room, ground);
  const over = await drawnOver(frame.picture, body);
  return {
    picture: over.picture,
    from: (x, y) => {
      const at = over.from(x, y);
      return at && frame.from(...at);
    },
  };
}

/** Words that mean nothing. */
export function words(random: Random, count: number): string {
  const syllables = ['la', 'mer', 'no', 'ti', 'sou', 'ra', 'ken', 'vi', 'do', 'pal', 'est', 'un', 'gra', 'fo', 'lin'];
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + random.below(3) }, () => syllables[random.below(syllables.length)]).join(''),
  ).join(' ');
}
