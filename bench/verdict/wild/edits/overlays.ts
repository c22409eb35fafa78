/** What is laid over a picture without touching the rest: agency marks, captions, stickers, arrows. */
import type { RgbPicture } from '../../../retrieval/rgbPicture.ts';
import type { Random } from '../../random.ts';
import { drawnOver, framedWith, words } from '../drawn.ts';
import { between, oneOf, shortSide } from '../pixels.ts';
import type { WildEdit } from '../wildEdit.ts';

const drawn =
  (body: (picture: RgbPicture, random: Random, side: number) => string): WildEdit =>
  (picture, random) =>
    drawnOver(picture, body(picture, random, shortSide(picture)));

const tiledText = drawn(({ width, height }, random, side) => {
  const size = between(random, 0.04, 0.08) * side;
  const opacity = between(random, 0.15, 0.4);
  const name = words(random, 1).toUpperCase();
  const step = size * (name.length * 0.8 + 2.5);
  const marks: string[] = [];
  for (let y = -height; y < 2 * height; y += size * 4)
    for (let x = -width; x < 2 * width; x += step) marks.push(`<text x="${x}" y="${y}">${name}</text>`);
  return `<g transform="rotate(-30 ${width / 2} ${height / 2})" font-size="${size}" font-weight="bold" fill="#ffffff" fill-opacity="${opacity}">${marks.join('')}</g>`;
});

const centreLogo = drawn(({ width, height }, random, side) => {
  const r = between(random, 0.12, 0.22) * side;
  const opacity = between(random, 0.25, 0.6);
  return `<g opacity="${opacity}" fill="none" stroke="#ffffff" stroke-width="${r * 0.12}"><circle cx="${width / 2}" cy="${height / 2}" r="${r}"/><path d="M${width / 2 - r * 0.6} ${height / 2 + r * 0.4}L${width / 2} ${height / 2 - r * 0.6}L${width / 2 + r * 0.6} ${height / 2 + r * 0.4}Z"/><text x="${width / 2}" y="${height / 2 + r * 1.6}" text-anchor="middle" font-size="${r * 0.5}" stroke="none" fill="#ffffff">${words(random, 1).toUpperCase()} IMAGES</text></g>`;
});

const crossLines = drawn(({ width, height }, random, side) => {
  const stroke = between(random, 0.002, 0.008) * side;
  const opacity = between(random, 0.2, 0.5);
  return `<g stroke="#ffffff" stroke-opacity="${opacity}" stroke-width="${stroke}"><path d="M0 0L${width} ${height}M${width} 0L0 ${height}"/></g><text x="50%" y="50%" text-anchor="middle" font-size="${0.07 * side}" fill="#fff" fill-opacity="${opacity}">${words(random, 2)}</text>`;
});

const cornerMark = drawn(({ width, height }, random, side) => {
  const size = between(random, 0.03, 0.06) * side;
  return `<text x="${width - size / 2}" y="${height - size / 2}" text-anchor="end" font-size="${size}" fill="#ffffff" fill-opacity="${between(random, 0.5, 1)}">© ${words(random, 2)}</text>`;
});

/** A line of an agency on an opaque bar at the border. */
const creditBar = drawn(({ width, height }, random, side) => {
  const bar = between(random, 0.05, 0.09) * side;
  return `<rect y="${height - bar}" width="${width}" height="${bar}" fill="#101010"/><text x="${bar / 3}" y="${height - bar * 0.3}" font-size="${bar * 0.5}" fill="#eee">${words(random, 4)} / ${words(random, 1)}</text>`;
});

const subtitles = drawn(({ width, height }, random, side) => {
  const size = between(random, 0.05, 0.075) * side;
  const line = (k: number): string =>
    `<text x="${width / 2}" y="${height - size * (0.8 + 1.25 * k)}" text-anchor="middle" font-size="${size}" font-weight="bold" fill="${oneOf(random, ['#ffffff', '#ffe14d'])}" stroke="#000" stroke-width="${size * 0.12}" paint-order="stroke">${words(random, 5)}</text>`;
  return line(0) + (random.uniform() < 0.5 ? line(1) : '');
});

const lowerThird = drawn(({ width, height }, random, side) => {
  const bar = between(random, 0.12, 0.18) * side;
  const top = height - bar * 1.3;
  return `<rect x="${width * 0.04}" y="${top}" width="${width * 0.7}" height="${bar}" fill="#b01020" fill-opacity="0.92"/><rect x="${width * 0.04}" y="${top + bar * 0.6}" width="${width * 0.7}" height="${bar * 0.4}" fill="#f2f2f2"/><text x="${width * 0.06}" y="${top + bar * 0.44}" font-size="${bar * 0.36}" font-weight="bold" fill="#fff">${words(random, 3)}</text><text x="${width * 0.06}" y="${top + bar * 0.9}" font-size="${bar * 0.26}" fill="#111">${words(random, 5)}</text>`;
});

const memeText = drawn(({ width, height }, random, side) => {
  const size = between(random, 0.08, 0.12) * side;
  const line = (y: number): string =>
    `<text x="${width / 2}" y="${y}" text-anchor="middle" font-size="${size}" font-weight="bold" fill="#fff" stroke="#000" stroke-width="${size * 0.1}" paint-order="stroke">${words(random, 3).toUpperCase()}</text>`;
  return line(size * 1.1) + line(height - size * 0.4);
});

/** A caption on white above the picture. */
const captionAbove: WildEdit = (picture, random) => {
  const top = Math.round(between(random, 0.16, 0.28) * shortSide(picture));
  const size = top * 0.28;
  const body = [0, 1].map(
    (k) =>
      `<text x="${size * 0.6}" y="${size * (1.3 + 1.3 * k)}" font-size="${size}" fill="#111">${words(random, 5)}</text>`,
  );
  return framedWith(picture, { left: 0, right: 0, bottom: 0, top }, '#ffffff', body.join(''));
};

const dateStamp = drawn(({ width, height }, random, side) => {
  const size = between(random, 0.04, 0.06) * side;
  const two = (limit: number): string => String(1 + random.below(limit)).padStart(2, '0');
  return `<text x="${width - size}" y="${height - size}" text-anchor="end" font-family="DejaVu Sans Mono, monospace" font-size="${size}" fill="#ff8c1a">'${two(28)} ${two(12)} ${two(28)}</text>`;
});

/** Faces and hearts with an outline, as messengers offer them. */
const stickers = drawn(({ width, height }, random, side) => {
  const count = 1 + random.below(4);
  return Array.from({ length: count }, () => {
    const r = between(random, 0.05, 0.1) * side;
    const [x, y] = [between(random, 0.1, 0.9) * width, between(random, 0.1, 0.9) * height];
    const turn = between(random, -25, 25);
    const face = `<circle r="${r}" fill="#ffd83b" stroke="#fff" stroke-width="${r * 0.15}"/><circle cx="${-r * 0.35}" cy="${-r * 0.2}" r="${r * 0.12}" fill="#5a3b00"/><circle cx="${r * 0.35}" cy="${-r * 0.2}" r="${r * 0.12}" fill="#5a3b00"/><path d="M${-r * 0.5} ${r * 0.2}A${r * 0.5} ${r * 0.5} 0 0 0 ${r * 0.5} ${r * 0.2}" fill="none" stroke="#5a3b00" stroke-width="${r * 0.12}"/>`;
    const heart = `<path d="M0 ${r * 0.9}C${-r * 1.6} ${-r * 0.2} ${-r * 0.6} ${-r * 1.2} 0 ${-r * 0.35}C${r * 0.6} ${-r * 1.2} ${r * 1.6} ${-r * 0.2} 0 ${r * 0.9}Z" fill="#e8304a" stroke="#fff" stroke-width="${r * 0.12}"/>`;
    return `<g transform="translate(${x} ${y}) rotate(${turn})">${random.uniform() < 0.5 ? face : heart}</g>`;
  }).join('');
});

/** A circle and an arrow that point at something. */
const pointers = drawn(({ width, height }, random, side) => {
  const [x, y] = [between(random, 0.25, 0.75) * width, between(random, 0.25, 0.75) * height];
  const r = between(random, 0.08, 0.18) * side;
  const [ax, ay] = [x + r * 1.2, y - r * 1.2];
  const stroke = `stroke="#e00000" stroke-width="${0.012 * side}" fill="none"`;
  return `<ellipse cx="${x}" cy="${y}" rx="${r}" ry="${r * 0.8}" ${stroke}/><path d="M${ax + r} ${ay - r}L${ax} ${ay}M${ax + r * 0.4} ${ay}H${ax}V${ay - r * 0.4}" ${stroke}/>`;
});

/** Lines drawn with a finger. */
const scribbled = drawn(({ width, height }, random, side) => {
  const strokes = Array.from({ length: 1 + random.below(3) }, () => {
    let [x, y] = [between(random, 0.25, 0.75) * width, between(random, 0.25, 0.75) * height];
    const points = Array.from({ length: 14 }, () => {
      x += 0.05 * side * random.normal();
      y += 0.05 * side * random.normal();
      return `${x.toFixed(1)} ${y.toFixed(1)}`;
    });
    const colour = oneOf(random, ['#ff2d55', '#34c759', '#0a84ff', '#ffffff']);
    return `<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="${0.012 * side}" stroke-linecap="round" stroke-linejoin="round"/>`;
  });
  return strokes.join('');
});

export const OVERLAYS: Readonly<Record<string, WildEdit>> = {
  'agency mark, tiled': tiledText,
  'agency mark, centre': centreLogo,
  'agency mark, crossing lines': crossLines,
  'mark in a corner': cornerMark,
  'credit bar': creditBar,
  subtitles,
  'lower third': lowerThird,
  'meme, text above and below': memeText,
  'caption above': captionAbove,
  'date stamp': dateStamp,
  stickers,
  'circle and arrow': pointers,
  'finger drawing': scribbled,
};
