/** Screenshots: the picture in the middle of applications, browsers and players. */
import type { RgbPicture } from '../../../retrieval/rgbPicture.ts';
import { drawnOver, framedWith, words } from '../drawn.ts';
import type { Random } from '../../random.ts';
import { between, oneOf, shortSide } from '../pixels.ts';
import { inPlace, steps, type WildEdit } from '../wildEdit.ts';
import { jpegAt } from './codecs.ts';

const text = (x: number, y: number, size: number, fill: string, what: string, more = ''): string =>
  `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}" ${more}>${what}</text>`;
const disc = (x: number, y: number, r: number, fill: string): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;
const box = (x: number, y: number, w: number, h: number, fill: string, rx = 0): string =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${rx}" fill="${fill}"/>`;

interface Look {
  readonly ground: string;
  readonly ink: string;
  readonly faint: string;
}
const LIGHT: Look = { ground: '#ffffff', ink: '#1a1a1a', faint: '#d9dade' };
const DARK: Look = { ground: '#16181c', ink: '#f0f0f0', faint: '#33363b' };
const look = (random: Random): Look => oneOf(random, [LIGHT, DARK]);

/** Shares of the short side, in whole pixels. */
const px = (picture: RgbPicture, share: number): number => Math.round(share * shortSide(picture));

const browser: WildEdit = (picture, random) => {
  const { ground, ink, faint } = look(random);
  const bar = px(picture, between(random, 0.12, 0.18));
  const side = px(picture, between(random, 0, 0.06));
  const width = picture.width + 2 * side;
  const body = [
    box(0, 0, width, bar, faint),
    ...['#ff5f57', '#febc2e', '#28c840'].map((fill, k) => disc(bar * (0.25 + 0.22 * k), bar * 0.25, bar * 0.07, fill)),
    box(bar * 0.9, bar * 0.06, width * 0.3, bar * 0.44, ground, bar * 0.08),
    text(bar, bar * 0.36, bar * 0.2, ink, words(random, 3)),
    box(bar * 0.3, bar * 0.58, width - bar * 0.6, bar * 0.34, ground, bar * 0.17),
    text(bar * 0.6, bar * 0.82, bar * 0.2, ink, `${words(random, 1)}.example/${words(random, 1)}`),
  ];
  return framedWith(picture, { left: side, right: side, top: bar, bottom: px(picture, 0.05) }, ground, body.join(''));
};

const post: WildEdit = (picture, random) => {
  const { ground, ink, faint } = look(random);
  const [top, bottom] = [px(picture, between(random, 0.14, 0.2)), px(picture, between(random, 0.16, 0.26))];
  const below = top + picture.height;
  const body = [
    disc(top * 0.5, top * 0.5, top * 0.3, oneOf(random, ['#7aa2c9', '#c98b7a', '#8fb07a'])),
    text(top, top * 0.45, top * 0.2, ink, words(random, 2), 'font-weight="bold"'),
    text(top, top * 0.75, top * 0.16, '#8a8d91', words(random, 3)),
    ...[0, 1, 2].map((k) => disc(bottom * (0.3 + 0.4 * k), below + bottom * 0.25, bottom * 0.1, faint)),
    text(bottom * 0.2, below + bottom * 0.6, bottom * 0.15, ink, words(random, 7)),
    text(bottom * 0.2, below + bottom * 0.85, bottom * 0.15, ink, words(random, 6)),
  ];
  return framedWith(picture, { left: 0, right: 0, top, bottom }, ground, body.join(''));
};

const chat: WildEdit = (picture, random) => {
  const { ground, ink, faint } = look(random);
  const [top, side] = [px(picture, 0.12), px(picture, between(random, 0.03, 0.1))];
  const width = picture.width + 2 * side;
  const height = picture.height + 2 * top;
  const body = [
    box(0, 0, width, top * 0.8, faint),
    text(top, top * 0.5, top * 0.28, ink, words(random, 2)),
    box(side, height - top * 0.85, width * 0.5, top * 0.7, '#2f7d5b', top * 0.2),
    text(side * 1.3, height - top * 0.4, top * 0.25, '#ffffff', words(random, 3)),
    text(width - side - top, top + picture.height - top * 0.12, top * 0.2, '#ffffff', '12:41'),
  ];
  return framedWith(picture, { left: side, right: side, top, bottom: top }, ground, body.join(''));
};

/** Buttons over the picture: a gallery that shows it on the whole screen. */
const gallery: WildEdit = (picture, random) => {
  const bar = px(picture, between(random, 0.08, 0.12));
  const room = px(picture, between(random, 0.1, 0.25));
  const [width, height] = [picture.width, picture.height + 2 * room];
  const body = [
    text(bar * 0.3, bar * 0.6, bar * 0.35, '#ffffff', '12:41'),
    ...[0, 1, 2].map((k) =>
      box(width - bar * (0.5 + 0.5 * k), bar * 0.35, bar * 0.35, bar * 0.25, '#ffffff', bar * 0.06),
    ),
    ...[0.15, 0.38, 0.62, 0.85].map((at) => disc(width * at, height - bar * 0.6, bar * 0.18, '#dddddd')),
  ];
  return framedWith(picture, { left: 0, right: 0, top: room, bottom: room }, '#000000', body.join(''));
};

/** A paused video: a big button in the middle and a bar below. */
const player: WildEdit = (picture, random) => {
  const { width, height } = picture;
  const r = between(random, 0.06, 0.1) * shortSide(picture);
  const bar = 0.07 * shortSide(picture);
  const [x, y] = [width / 2, height / 2];
  const body = [
    `<circle cx="${x}" cy="${y}" r="${r}" fill="#000" fill-opacity="0.55"/>`,
    `<path d="M${x - r * 0.35} ${y - r * 0.5}L${x + r * 0.55} ${y}L${x - r * 0.35} ${y + r * 0.5}Z" fill="#fff"/>`,
    `<rect y="${height - bar}" width="${width}" height="${bar}" fill="#000" fill-opacity="0.6"/>`,
    box(bar, height - bar * 0.55, width - 3 * bar, bar * 0.1, '#888888'),
    box(bar, height - bar * 0.55, (width - 3 * bar) * random.uniform(), bar * 0.1, '#e02020'),
    text(width - 1.8 * bar, height - bar * 0.35, bar * 0.4, '#ffffff', '0:37'),
  ];
  return drawnOver(picture, body.join(''));
};

/** A page of a paper: a headline above, columns of text below. */
const article: WildEdit = (picture, random) => {
  const [top, bottom] = [px(picture, 0.16), px(picture, between(random, 0.15, 0.25))];
  const side = px(picture, 0.04);
  const size = bottom * 0.12;
  const lines = Array.from({ length: 6 }, (_, k) =>
    text(side, top + picture.height + size * 1.3 * (k + 1), size, '#222222', words(random, 16)),
  );
  const body = [text(side, top * 0.6, top * 0.38, '#111111', words(random, 4), 'font-weight="bold"'), ...lines];
  return framedWith(picture, { left: side, right: side, top, bottom }, '#fbfaf7', body.join(''));
};

export const SURROUNDINGS: Readonly<Record<string, WildEdit>> = {
  'in a browser': browser,
  'post of a social site': steps(post, inPlace(jpegAt(70, 88))),
  'in a chat': steps(chat, inPlace(jpegAt(70, 88))),
  'in a gallery': gallery,
  'paused video': player,
  'in an article': article,
};
