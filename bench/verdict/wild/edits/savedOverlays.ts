/** What is laid over a picture and then saved, as it nearly always is: as JPEG, by a messenger, in few colours, with its tones pressed together. */
import type { RgbPicture } from '../../../retrieval/rgbPicture.ts';
import type { Random } from '../../random.ts';
import { drawnOver, words } from '../drawn.ts';
import { between, oneOf, shortSide } from '../pixels.ts';
import { type Change, inPlace, steps, type WildEdit } from '../wildEdit.ts';
import { shrunk } from './chains.ts';
import { jpegAt, webpAt } from './codecs.ts';
import { crushed } from './tones.ts';
import { PALETTES } from './palettes.ts';

type Drawing = (picture: RgbPicture, random: Random, side: number) => string;

const saved = (drawing: Drawing, ...after: readonly Change[]): WildEdit =>
  steps(
    (picture, random) => drawnOver(picture, drawing(picture, random, shortSide(picture))),
    ...after.map((change) => inPlace(change)),
  );

const FONTS = ['DejaVu Sans', 'DejaVu Sans Condensed', 'DejaVu Serif', 'DejaVu Sans Mono'] as const;
const INKS = ['#ffffff', '#ffe14d', '#ff4d6d', '#5ef2ff', '#8dff6b', '#ff9f1c', '#111111'] as const;

const font = (random: Random): string =>
  `font-family="${oneOf(random, FONTS)}" font-weight="${oneOf(random, ['normal', 'bold'])}" font-style="${oneOf(random, ['normal', 'italic'])}"`;

/** Lines of text, the first one's base at `y`. */
const lines = (random: Random, x: number, y: number, size: number, count: number, each: number): string =>
  Array.from(
    { length: count },
    (_, k) => `<text x="${x}" y="${y + 1.25 * size * k}" font-size="${size}">${words(random, each)}</text>`,
  ).join('');

const outlined: Drawing = ({ width, height }, random, side) => {
  const size = between(random, 0.045, 0.08) * side;
  const count = 1 + random.below(2);
  return `<g ${font(random)} text-anchor="middle" fill="${oneOf(random, INKS.slice(0, 6))}" stroke="#000" stroke-width="${size * between(random, 0.08, 0.16)}" paint-order="stroke">${lines(random, width / 2, height - size * (0.6 + 1.25 * (count - 1)), size, count, 4)}</g>`;
};

const shouted: Drawing = ({ width, height }, random, side) => {
  const size = between(random, 0.08, 0.13) * side;
  const text = (y: number): string => `<text x="${width / 2}" y="${y}">${words(random, 3).toUpperCase()}</text>`;
  return `<g font-weight="bold" text-anchor="middle" font-size="${size}" fill="#fff" stroke="#000" stroke-width="${0.1 * size}" paint-order="stroke">${text(1.1 * size)}${text(height - 0.4 * size)}</g>`;
};

/** A pane that the picture is seen through, with text on it. */
const boxed: Drawing = ({ width, height }, random, side) => {
  const size = between(random, 0.04, 0.065) * side;
  const count = 1 + random.below(3);
  const [w, h] = [between(random, 0.55, 0.9) * width, size * (1.25 * count + 0.8)];
  const [x, y] = [between(random, 0.02, 0.1) * width, between(random, 0.1, 0.95) * (height - h)];
  const isDark = random.uniform() < 0.7;
  return `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${oneOf(random, [0, 0.3]) * size}" fill="${isDark ? '#000' : '#fff'}" fill-opacity="${between(random, 0.4, 0.85)}"/><g ${font(random)} fill="${isDark ? '#fff' : '#111'}">${lines(random, x + 0.6 * size, y + 1.3 * size, size, count, 4)}</g>`;
};

const quoted: Drawing = ({ width, height }, random, side) => {
  const size = between(random, 0.04, 0.06) * side;
  const count = 3 + random.below(4);
  return `<g ${font(random)} text-anchor="middle" fill="${oneOf(random, INKS)}">${lines(random, width / 2, height / 2 - 0.6 * size * count, size, count, 4)}</g>`;
};

const labelled: Drawing = ({ width, height }, random, side) =>
  Array.from({ length: 1 + random.below(3) }, () => {
    const size = between(random, 0.03, 0.05) * side;
    const text = words(random, 2);
    const [x, y] = [between(random, 0.05, 0.6) * width, between(random, 0.1, 0.9) * height];
    const [ground, ink] = oneOf(random, [
      ['#ffffff', '#111111'],
      ['#fe2c55', '#ffffff'],
      ['#25f4ee', '#111111'],
      ['#222222', '#ffe14d'],
    ] as const);
    return `<g ${font(random)}><rect x="${x}" y="${y}" width="${(text.length + 1.5) * 0.62 * size}" height="${1.5 * size}" rx="${0.35 * size}" fill="${ground}"/><text x="${x + 0.5 * size}" y="${y + 1.08 * size}" font-size="${size}" fill="${ink}">${text}</text></g>`;
  }).join('');

/** The picture darkens downwards to carry a title. */
const scrimmed: Drawing = ({ width, height }, random, side) => {
  const size = between(random, 0.06, 0.09) * side;
  const top = between(random, 0.5, 0.7) * height;
  return `<defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity="${between(random, 0.6, 0.9)}"/></linearGradient></defs><rect y="${top}" width="${width}" height="${height - top}" fill="url(#s)"/><g ${font(random)} fill="#fff">${lines(random, 0.05 * width, height - 2 * size, size, 2, 3)}</g>`;
};

/** A title with a soft shadow. */
const shadowed: Drawing = ({ width, height }, random, side) => {
  const size = between(random, 0.06, 0.11) * side;
  const [x, y] = [0.06 * width, between(random, 0.2, 0.85) * height];
  const text = words(random, 3);
  const shift = between(random, 0.02, 0.08) * size;
  return `<defs><filter id="b" x="-20%" y="-50%" width="140%" height="200%"><feGaussianBlur stdDeviation="${between(random, 0.04, 0.12) * size}"/></filter></defs><g ${font(random)} font-size="${size}"><text x="${x + shift}" y="${y + shift}" fill="#000" fill-opacity="${between(random, 0.6, 1)}" filter="url(#b)">${text}</text><text x="${x}" y="${y}" fill="${oneOf(random, INKS.slice(0, 6))}">${text}</text></g>`;
};

/** Shaded faces, and hearts that rise. */
const emoji: Drawing = ({ width, height }, random, side) => {
  const defs = `<defs><radialGradient id="f" cx="0.4" cy="0.35" r="0.7"><stop offset="0" stop-color="#fff3a0"/><stop offset="1" stop-color="#f2a51a"/></radialGradient></defs>`;
  const one = (): string => {
    const r = between(random, 0.02, 0.07) * side;
    const at = `translate(${between(random, 0.1, 0.9) * width} ${between(random, 0.1, 0.9) * height}) rotate(${between(random, -25, 25)})`;
    return random.uniform() < 0.4
      ? `<g transform="${at}"><circle r="${r}" fill="url(#f)"/><ellipse cx="${-0.35 * r}" cy="${-0.2 * r}" rx="${0.12 * r}" ry="${0.18 * r}" fill="#4a2c00"/><ellipse cx="${0.35 * r}" cy="${-0.2 * r}" rx="${0.12 * r}" ry="${0.18 * r}" fill="#4a2c00"/><path d="M${-0.5 * r} ${0.2 * r}A${0.5 * r} ${0.5 * r} 0 0 0 ${0.5 * r} ${0.2 * r}Z" fill="#7a1f10"/></g>`
      : `<path transform="${at}" d="M0 ${0.9 * r}C${-1.6 * r} ${-0.2 * r} ${-0.6 * r} ${-1.2 * r} 0 ${-0.35 * r}C${0.6 * r} ${-1.2 * r} ${1.6 * r} ${-0.2 * r} 0 ${0.9 * r}Z" fill="${oneOf(random, ['#e8304a', '#ff5fa2'])}"/>`;
  };
  return defs + Array.from({ length: 3 + random.below(8) }, one).join('');
};

const agency: Drawing = ({ width, height }, random, side) => {
  const size = between(random, 0.06, 0.12) * side;
  return `<g transform="translate(${width / 2} ${between(random, 0.4, 0.6) * height}) rotate(${oneOf(random, [0, -30])})" text-anchor="middle" ${font(random)} fill="${oneOf(random, ['#fff', '#fff', '#000'])}" fill-opacity="${between(random, 0.25, 0.6)}"><text font-size="${size}">${words(random, 1).toUpperCase()}</text><text y="${0.6 * size}" font-size="${0.4 * size}">${words(random, 2)}</text></g>`;
};

/** A name and an address, small, in a corner. */
const handle: Drawing = ({ width, height }, random, side) => {
  const size = between(random, 0.025, 0.045) * side;
  const [isLeft, isTop] = [random.uniform() < 0.5, random.uniform() < 0.3];
  const [x, y] = [isLeft ? size : width - size, isTop ? 1.5 * size : height - 2 * size];
  return `<g ${font(random)} fill="${oneOf(random, ['#fff', '#fff', '#111', '#ffe14d'])}" font-size="${size}" text-anchor="${isLeft ? 'start' : 'end'}"><text x="${x}" y="${y}">@${words(random, 1)}_${words(random, 1)}</text><text x="${x}" y="${y + 1.2 * size}">www.${words(random, 1)}.example</text></g>`;
};

/** Flat stickers with a white rim. */
const sticker: Drawing = ({ width, height }, random, side) =>
  Array.from({ length: 1 + random.below(3) }, () => {
    const r = between(random, 0.06, 0.11) * side;
    const points = Array.from({ length: 24 }, (_, k) => {
      const [radius, angle] = [k % 2 === 0 ? r : 0.82 * r, (Math.PI * k) / 12];
      return `${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`;
    });
    return `<g transform="translate(${between(random, 0.1, 0.9) * width} ${between(random, 0.1, 0.9) * height}) rotate(${between(random, -20, 20)})" stroke-linejoin="round"><path d="M${points.join('L')}Z" fill="${oneOf(random, ['#ff3860', '#3a86ff', '#8338ec', '#06d6a0'])}" stroke="#fff" stroke-width="${0.1 * r}"/><text text-anchor="middle" y="${0.18 * r}" font-size="${0.5 * r}" font-weight="bold" fill="#fff">${words(random, 1).slice(0, 5)}!</text></g>`;
  }).join('');

/** A price upon a yellow disc, and a bar. */
const priced: Drawing = ({ width, height }, random, side) => {
  const r = between(random, 0.1, 0.16) * side;
  const [x, y] = [oneOf(random, [0.15, 0.85]) * width, oneOf(random, [0.2, 0.8]) * height];
  return `<circle cx="${x}" cy="${y}" r="${r}" fill="#ffd60a"/><text x="${x}" y="${y + 0.2 * r}" text-anchor="middle" font-size="${0.6 * r}" font-weight="bold" fill="#c1121f">${1 + random.below(98)},${10 + random.below(89)}</text><rect y="${height / 2}" width="${0.4 * width}" height="${0.5 * r}" fill="#c1121f"/><text x="${0.02 * width}" y="${height / 2 + 0.36 * r}" font-size="${0.32 * r}" fill="#fff">${words(random, 2)}</text>`;
};

const messenger: readonly Change[] = [shrunk(0.55, 0.95), jpegAt(60, 80)];

export const SAVED_OVERLAYS: Readonly<Record<string, WildEdit>> = {
  'subtitles, then JPEG': saved(outlined, jpegAt(50, 90)),
  'meme, then WebP': saved(shouted, webpAt(45, 80)),
  'caption on a pane, then a messenger': saved(boxed, ...messenger),
  'lines of a quote, then JPEG': saved(quoted, jpegAt(50, 90)),
  'labels, then 256 colours': saved(labelled, PALETTES['GIF, 256 colours'] as Change),
  'scrim and title, then a messenger': saved(scrimmed, ...messenger),
  'title with a shadow, crushed, then JPEG': saved(shadowed, crushed, jpegAt(65, 90)),
  'emoji, then JPEG': saved(emoji, jpegAt(50, 90)),
  'agency mark, then JPEG': saved(agency, jpegAt(50, 90)),
  'name and address, then a messenger': saved(handle, ...messenger),
  'stickers, then JPEG': saved(sticker, jpegAt(50, 90)),
  'price, then 64 colours': saved(priced, PALETTES['GIF, 64 colours'] as Change),
};
