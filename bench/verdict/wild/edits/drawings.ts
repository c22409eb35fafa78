/** More of what people draw over a picture: boxes, crosses, balloons, the lines of cameras and recorders. */
import type { RgbPicture } from '../../../retrieval/rgbPicture.ts';
import type { Random } from '../../random.ts';
import { drawnOver, words } from '../drawn.ts';
import { between, oneOf, shortSide } from '../pixels.ts';
import type { WildEdit } from '../wildEdit.ts';

const drawn =
  (body: (picture: RgbPicture, random: Random, side: number) => string): WildEdit =>
  (picture, random) =>
    drawnOver(picture, body(picture, random, shortSide(picture)));

const place = ({ width, height }: RgbPicture, random: Random): readonly [x: number, y: number] => [
  between(random, 0.2, 0.75) * width,
  between(random, 0.25, 0.75) * height,
];

/** What a detector draws: a hollow box with a label. */
const boxed = drawn((picture, random, side) => {
  const [x, y] = place(picture, random);
  const colour = oneOf(random, ['#00ff3c', '#ffef00', '#ff2020', '#00b7ff']);
  const size = between(random, 0.03, 0.045) * side;
  const name = words(random, 1);
  return `<rect x="${x}" y="${y}" width="${between(random, 0.15, 0.3) * side}" height="${between(random, 0.2, 0.35) * side}" fill="none" stroke="${colour}" stroke-width="${between(random, 0.006, 0.014) * side}"/><rect x="${x}" y="${y - 1.3 * size}" width="${(1 + name.length) * 0.65 * size}" height="${1.3 * size}" fill="${colour}"/><text x="${x + 0.3 * size}" y="${y - 0.3 * size}" font-size="${size}" fill="#000">${name}</text>`;
});

/** Struck through by a broad pen. */
const crossedOut = drawn((picture, random, side) => {
  const [x, y] = place(picture, random);
  const r = between(random, 0.1, 0.2) * side;
  const colour = oneOf(random, ['#e3001b', '#000000', '#1030ff', '#ffffff']);
  return `<path d="M${x - r} ${y - r}L${x + r} ${y + 0.9 * r}M${x + r} ${y - 0.8 * r}L${x - 0.9 * r} ${y + r}" stroke="${colour}" stroke-width="${between(random, 0.012, 0.025) * side}" stroke-linecap="round" fill="none"/><text x="${x + 1.2 * r}" y="${y}" font-size="${1.2 * r}" font-weight="bold" fill="${colour}">?</text>`;
});

/** A balloon with what somebody says. */
const balloon = drawn((picture, random, side) => {
  const [x, y] = place(picture, random);
  const [rx, ry] = [between(random, 0.14, 0.2) * side, between(random, 0.07, 0.1) * side];
  const line = 0.006 * side;
  return `<path d="M${x - 0.3 * rx} ${y + 0.7 * ry}L${x - 0.8 * rx} ${y + 2.1 * ry}L${x + 0.2 * rx} ${y + 0.7 * ry}" fill="#fff" stroke="#000" stroke-width="${line}"/><ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="#fff" stroke="#000" stroke-width="${line}"/><text x="${x}" y="${y + 0.2 * ry}" text-anchor="middle" font-size="${0.6 * ry}" fill="#000">${words(random, 2)}</text>`;
});

/** The line of a camera for watching: white or yellow figures without an outline. */
const recorderLine = drawn((picture, random, side) => {
  const size = between(random, 0.035, 0.06) * side;
  const two = (limit: number): string => String(1 + random.below(limit)).padStart(2, '0');
  const colour = oneOf(random, ['#ffffff', '#f5f51a', '#39ff14']);
  const isTop = random.uniform() < 0.5;
  return `<text x="${size}" y="${isTop ? 1.5 * size : picture.height - size}" font-family="DejaVu Sans Mono, monospace" font-size="${size}" fill="${colour}">20${two(30)}-${two(12)}-${two(28)} ${two(23)}:${two(59)}:${two(59)}</text><text x="${picture.width - size}" y="${1.5 * size}" text-anchor="end" font-family="DejaVu Sans Mono, monospace" font-size="${size}" fill="${colour}">CAM${two(9)}</text>`;
});

/** A dashed way with an arrow's head, a flag at its end. */
const route = drawn((picture, random, side) => {
  const [x, y] = place(picture, random);
  const [a, b] = place(picture, random);
  const colour = oneOf(random, ['#ff3b30', '#ff9500', '#ffe600', '#5e17eb']);
  const stroke = between(random, 0.008, 0.014) * side;
  return `<path d="M${x} ${y}Q${a} ${y} ${a} ${b}" stroke="${colour}" stroke-width="${stroke}" stroke-dasharray="${4 * stroke} ${2.5 * stroke}" fill="none"/><path d="M${a} ${b}l${-3 * stroke} ${-5 * stroke}h${6 * stroke}Z" fill="${colour}"/><circle cx="${x}" cy="${y}" r="${2.5 * stroke}" fill="${colour}" stroke="#fff" stroke-width="${0.8 * stroke}"/>`;
});

/** A rubber stamp, aslant, of one opacity. */
const stamped = drawn((picture, random, side) => {
  const [x, y] = place(picture, random);
  const size = between(random, 0.06, 0.1) * side;
  const text = words(random, 1).toUpperCase();
  const w = (text.length + 1) * 0.8 * size;
  return `<g transform="translate(${x} ${y}) rotate(${between(random, -25, 25)})" fill="none" stroke="#c4001a" opacity="${between(random, 0.8, 0.95)}"><rect x="${-w / 2}" y="${-0.9 * size}" width="${w}" height="${1.5 * size}" stroke-width="${0.12 * size}" rx="${0.2 * size}"/><text y="${0.3 * size}" text-anchor="middle" font-size="${size}" font-weight="bold" fill="#c4001a" stroke="none">${text}</text></g>`;
});

export const DRAWINGS: Readonly<Record<string, WildEdit>> = {
  'box of a detector': boxed,
  'crossed out': crossedOut,
  balloon,
  'line of a recorder': recorderLine,
  'dashed way': route,
  'rubber stamp': stamped,
};
