/** Frames, rounded corners, letterboxes: what is put around a picture. */
import { fromSharp, type RgbPicture, toSharp } from '../../../retrieval/rgbPicture.ts';
import { drawnOver, framed, framedWith, type Room, words } from '../drawn.ts';
import { between, oneOf, shortSide } from '../pixels.ts';
import { steps, type WildEdit } from '../wildEdit.ts';

/** Room on all sides; shares of the short side. */
function room(picture: RgbPicture, side: number, bottom = side, top = side): Room {
  const px = (share: number): number => Math.round(share * shortSide(picture));
  return { left: px(side), right: px(side), top: px(top), bottom: px(bottom) };
}

const plain: WildEdit = (picture, random) =>
  framed(
    picture,
    room(picture, between(random, 0.02, 0.08)),
    oneOf(random, ['#ffffff', '#000000', '#f4efe6', '#7a1f1f']),
  );

const instant: WildEdit = (picture, random) =>
  framedWith(
    picture,
    room(picture, 0.05, between(random, 0.16, 0.22)),
    '#f6f4ee',
    `<text x="50%" y="95%" text-anchor="middle" font-size="${0.06 * shortSide(picture)}" fill="#334">${words(random, 3)}</text>`,
  );

/** Everything outside a rectangle with round corners. */
export function corners(width: number, height: number, radius: number, colour: string): string {
  const r = Math.min(radius, width / 2, height / 2);
  const inner = `M${r} 0H${width - r}A${r} ${r} 0 0 1 ${width} ${r}V${height - r}A${r} ${r} 0 0 1 ${width - r} ${height}H${r}A${r} ${r} 0 0 1 0 ${height - r}V${r}A${r} ${r} 0 0 1 ${r} 0Z`;
  return `<path fill="${colour}" fill-rule="evenodd" d="M0 0H${width}V${height}H0Z${inner}"/>`;
}

const rounded: WildEdit = (picture, random) =>
  drawnOver(
    picture,
    corners(
      picture.width,
      picture.height,
      between(random, 0.05, 0.25) * shortSide(picture),
      oneOf(random, ['#ffffff', '#000000', '#1c1c1e']),
    ),
  );

const letterboxed: WildEdit = (picture, random) => {
  const px = Math.round(between(random, 0.08, 0.2) * shortSide(picture));
  const isWide = random.uniform() < 0.7;
  const sides = isWide ? { left: 0, right: 0, top: px, bottom: px } : { left: px, right: px, top: 0, bottom: 0 };
  return framed(picture, sides, '#000000');
};

/** The bars filled by the picture itself, enlarged and blurred: upright videos of wide pictures. */
const blurredFill: WildEdit = async (picture, random) => {
  const px = Math.round(between(random, 0.1, 0.22) * shortSide(picture));
  const isWide = random.uniform() < 0.6;
  const sides = isWide ? { left: 0, right: 0, top: px, bottom: px } : { left: px, right: px, top: 0, bottom: 0 };
  const ground = toSharp(picture)
    .resize(picture.width + sides.left + sides.right, picture.height + sides.top + sides.bottom, { fit: 'cover' })
    .blur(0.04 * shortSide(picture))
    .modulate({ brightness: between(random, 0.7, 1) });
  return framed(picture, sides, await fromSharp(ground));
};

const shadowed: WildEdit = async (picture, random) => {
  const around = room(picture, between(random, 0.05, 0.1));
  const [width, height] = [picture.width + 2 * around.left, picture.height + 2 * around.top];
  const soft = 0.25 * around.left;
  const body = `<rect width="100%" height="100%" fill="#e9e9ec"/><filter id="s" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="${soft}"/></filter><rect x="${around.left + soft / 2}" y="${around.top + soft}" width="${picture.width}" height="${picture.height}" fill="#000" fill-opacity="0.5" filter="url(#s)"/>`;
  const ground = await drawnOver(await fromSharp(toSharp(picture).resize(width, height, { fit: 'fill' })), body);
  return framed(picture, around, ground.picture);
};

/** Holes of a film above and below. */
const film: WildEdit = (picture, random) => {
  const bar = Math.round(between(random, 0.09, 0.14) * shortSide(picture));
  const [width, height] = [picture.width, picture.height + 2 * bar];
  const hole = bar * 0.45;
  const holes = Array.from({ length: Math.ceil(width / (2 * hole)) }, (_, k) =>
    [0.28 * bar, height - 0.72 * bar].map(
      (y) =>
        `<rect x="${(2 * k + 0.5) * hole}" y="${y}" width="${hole}" height="${hole}" rx="${hole / 5}" fill="#e8e4dc"/>`,
    ),
  );
  return framedWith(picture, { left: 0, right: 0, top: bar, bottom: bar }, '#15110e', holes.flat().join(''));
};

/** A double line and a mount, as on walls and in certificates. */
const mounted: WildEdit = (picture, random) => {
  const around = room(picture, between(random, 0.07, 0.12));
  const [width, height] = [picture.width + 2 * around.left, picture.height + 2 * around.top];
  const line = (inset: number, stroke: number): string =>
    `<rect x="${inset}" y="${inset}" width="${width - 2 * inset}" height="${height - 2 * inset}" fill="none" stroke="#5b3a1d" stroke-width="${stroke}"/>`;
  return framedWith(
    picture,
    around,
    '#efe6d2',
    line(around.left * 0.15, around.left * 0.3) + line(around.left * 0.85, around.left * 0.06),
  );
};

export const FRAMES: Readonly<Record<string, WildEdit>> = {
  'plain frame': plain,
  'instant photo': instant,
  'rounded corners': rounded,
  letterbox: letterboxed,
  'letterbox, blurred fill': blurredFill,
  'drop shadow': shadowed,
  'film strip': film,
  'mounted on card': mounted,
  'rounded, then framed': steps(rounded, plain),
};
