import { describe, expect, test } from 'vitest';
import type { Colour } from '../../../src/tamper/overlays/graphicColour.ts';
import { overlaysIn } from '../../../src/tamper/overlays/overlaysIn.ts';
import type { ColourPlanes } from '../../../src/tamper/alignment/registeredColour.ts';
import { gaussianBlur } from '../../../src/signal/blur/gaussianBlur.ts';
import { seededUniform } from '../../pictures/numbers.ts';
import {
  at,
  BLACK,
  blended,
  CHANGED,
  HEIGHT,
  inside,
  isLetter,
  isOverlay,
  OTHER,
  type Painting,
  painted,
  RED,
  SCENE,
  SIZE,
  WHITE,
  WIDTH,
} from './paintedScene.ts';

const bar = blended(0.7, BLACK);
const veil = blended(0.4, WHITE);

describe('laid over the picture', () => {
  test.each<[string, Painting]>([
    ['white letters', (x, y) => (isLetter(x, y) ? WHITE : null)],
    [
      'white letters on a dark bar that the picture shines through',
      (x, y, below) => (isLetter(x, y) ? WHITE : bar(below)),
    ],
    ['an opaque bar in red with white letters', (x, y) => (isLetter(x, y) ? WHITE : RED)],
    [
      'a red bar through which a little is seen, with white letters',
      (x, y, below) => (isLetter(x, y) ? WHITE : blended(0.88, RED)(below)),
    ],
    ['a translucent white logo', (x, y, below) => (Math.hypot(x - 100, y - 70) < 25 ? veil(below) : null)],
    ['thin translucent lines', (x, y, below) => ((x + y) % 14 < 3 ? veil(below) : null)],
    ['a red circle around something', (x, y) => (Math.abs(Math.hypot(x - 100, y - 70) - 24) < 2 ? RED : null)],
  ])('%s', (_what, painting) => {
    expect(isOverlay(painting)).toBe(true);
  });

  test('the mask takes it in, and nothing far from it', () => {
    const { mask } = overlaysIn(
      painted((x, y) => (isLetter(x, y) ? WHITE : null)),
      CHANGED,
      1,
    )!;
    expect(mask[70 * WIDTH + 100]).toBe(1);
    expect(mask[10 * WIDTH + 10]).toBe(0);
  });
});

describe('replaced', () => {
  test('a piece of another scene at the end of a long black bar', () => {
    const end = (x: number, y: number): Colour => (x < 150 ? BLACK : at(OTHER, y * WIDTH + x));
    expect(isOverlay((x, y) => end(x, y))).toBe(false);
    expect(isOverlay((x) => (x < 150 ? BLACK : null))).toBe(true);
  });

  const soft = SCENE.channels.map((data) => gaussianBlur({ ...SIZE, data }, 5).data);
  const mean = SCENE.channels.map((plane) => plane.reduce((sum, value) => sum + value, 0) / plane.length);
  const flat = mean as unknown as Colour;
  const index = (x: number, y: number): number => y * WIDTH + x;
  test.each<[string, Painting]>([
    ['another scene', (x, y) => at(OTHER, index(x, y))],
    ['a blurred place', (x, y) => soft.map((plane) => plane[index(x, y)] as number) as unknown as Colour],
    ['a place in the mean colour of the picture', () => flat],
    ['the same with white letters', (x, y) => (isLetter(x, y) ? WHITE : flat)],
    ['other colours of the same structure', (_x, _y, [r, g, b]) => [b + 40, r, g - 30]],
    ['a red hue laid over, under which most is seen', (_x, _y, below) => blended(0.5, RED)(below)],
    ['a thing moved by some pixels', (x, y) => at(SCENE, index(x - 30, y - 25))],
  ])('%s', (_what, painting) => {
    expect(isOverlay(painting)).toBe(false);
  });
});

describe('letters on a faint texture, of which no pixel differs by itself', () => {
  const faint: ColourPlanes = {
    ...SIZE,
    channels: SCENE.channels.map((plane) => plane.map((v) => 120 + 0.1 * v)) as unknown as ColourPlanes['channels'],
  };
  const ground = faint.channels.map(
    (plane) => plane.reduce((sum, v) => sum + v, 0) / plane.length,
  ) as unknown as Colour;
  const plain: ColourPlanes = {
    ...SIZE,
    channels: ground.map((v) => new Float32Array(WIDTH * HEIGHT).fill(v)) as never,
  };
  const isWide = (x: number, y: number): boolean => x % 14 < 4 && y >= 50 && y < 90;
  const isTextPlace = (x: number, y: number): boolean => x > 45 && x < 155 && y >= 48 && y < 92;

  test('that is still there between them', () => {
    expect(isOverlay((x, y) => (isWide(x, y) ? WHITE : null), faint)).toBe(true);
  });

  test('that is gone between them', () => {
    const emptied: Painting = (x, y) => (isWide(x, y) ? WHITE : isTextPlace(x, y) ? ground : null);
    expect(isOverlay(emptied, faint)).toBe(false);
    expect(isOverlay(emptied, plain)).toBe(true);
  });

  test('that was darkened by a shadow of theirs', () => {
    const shaded: Painting = (x, y, below) =>
      isWide(x, y) ? WHITE : isTextPlace(x, y) ? blended(0.3, BLACK)(below) : null;
    expect(isOverlay(shaded, faint)).toBe(true);
  });
});

describe('pale letters, of no colour of ink, on a fine texture', () => {
  const CREAM: Colour = [210, 205, 190];
  const uniform = seededUniform(4);
  const grass = Float32Array.from({ length: WIDTH * HEIGHT }, () => 85 + 35 * (uniform() - 0.5));
  const lawn: ColourPlanes = { ...SIZE, channels: [grass, grass, grass] };
  const isWide = (x: number, y: number): boolean => x % 16 < 4 && y >= 50 && y < 90;
  const pale = blended(0.8, WHITE);

  test('that is gone between them: its grains pass for strokes that are seen through', () => {
    const softened: Painting = (x, y) => (isWide(x, y) ? CREAM : [85, 85, 85]);
    expect(isOverlay(softened, lawn)).toBe(false);
  });

  test('that is still there between strokes that are seen through', () => {
    expect(isOverlay((x, y, below) => (isWide(x, y) ? pale(below) : null), lawn)).toBe(true);
  });
});

describe('tinted glass', () => {
  const isBar = (x: number, y: number): boolean => x >= 46 && x < 154 && y >= 46 && y < 94;
  /** Bars of four pixels, as letters of a headline are. */
  const isHeadline = (x: number, y: number): boolean => x >= 54 && x < 146 && x % 12 < 4 && y >= 60 && y < 80;
  const BLUE: Colour = [20, 60, 200];
  const NAVY: Colour = [20, 40, 74];
  test.each<[string, Colour, number]>([
    ['blue', BLUE, 0.5],
    ['blue', BLUE, 0.65],
    ['navy', NAVY, 0.6],
    ['teal', [31, 122, 120], 0.6],
  ])(
    '%s (%j, %f opaque) with letters was laid over the picture, and without them recolours it',
    (_name, ink, opacity) => {
      const glass = blended(opacity, ink);
      const bare: Painting = (x, y, below) => (isBar(x, y) ? glass(below) : null);
      expect(isOverlay((x, y, below) => (isBar(x, y) && isHeadline(x, y) ? WHITE : bare(x, y, below)))).toBe(true);
      expect(isOverlay(bare)).toBe(false);
    },
  );

  test('a short name on a wide bar is letters enough, a dot is not', () => {
    const glass = blended(0.6, BLUE);
    const named =
      (right: number): Painting =>
      (x, y, below) =>
        isBar(x, y) ? (x >= 60 && x < right && x % 5 < 2 && y >= 62 && y < 70 ? WHITE : glass(below)) : null;
    expect(isOverlay(named(112))).toBe(true);
    expect(isOverlay(named(64))).toBe(false);
  });

  test('what is left of it on plain ground is told by what was told of it elsewhere', () => {
    const isPlain = (x: number): boolean => x >= 120;
    const halves: ColourPlanes = {
      ...SIZE,
      channels: SCENE.channels.map((plane) =>
        plane.map((value, i) => (isPlain(i % WIDTH) ? 90 : value)),
      ) as unknown as ColourPlanes['channels'],
    };
    const glass = blended(0.6, NAVY);
    const isPiece = (x: number, y: number): boolean => isBar(x, y) && (x < 104 || x >= 128);
    const pieces: Painting = (x, y, below) =>
      isPiece(x, y) ? (isHeadline(x, y) && x < 98 ? WHITE : glass(below)) : null;
    const pictures = painted(pieces, halves);
    const part = (from: number) =>
      CHANGED.map((_, i) => (isPiece(i % WIDTH, Math.floor(i / WIDTH)) && i % WIDTH >= from ? 1 : 0));
    const told = overlaysIn(pictures, part(0), 1);
    expect([told?.mask[70 * WIDTH + 50], told?.mask[70 * WIDTH + 145]]).toEqual([1, 1]);
    expect(overlaysIn(pictures, part(128), 1)).toBeNull();
    expect(overlaysIn(pictures, part(128), 1, told)?.mask[70 * WIDTH + 145]).toBe(1);
  });

  test('a rough green thing with white beside it, over faint waves, is none: what is seen through would be lost in its own noise', () => {
    const uniform = seededUniform(6);
    const waves = Float32Array.from(
      { length: WIDTH * HEIGHT },
      (_, i) => 90 + 14 * Math.sin((i % WIDTH) / 6) + uniform(),
    );
    const water: ColourPlanes = { ...SIZE, channels: [waves, waves, waves] };
    const leaves = blended(0.75, [60, 105, 85]);
    const rough: Painting = (x, y, below) =>
      isHeadline(x, y) ? WHITE : (leaves(below).map((v) => v + 16 * (uniform() - 0.5)) as unknown as Colour);
    expect(isOverlay((x, y, below) => (isBar(x, y) ? rough(x, y, below) : null), water)).toBe(false);
  });

  test('letters on what was blurred or filled in are on none', () => {
    const soft = SCENE.channels.map((data) => gaussianBlur({ ...SIZE, data }, 5).data);
    const tinted = blended(0.3, NAVY);
    const blurred: Painting = (x, y) =>
      isHeadline(x, y) ? WHITE : tinted(soft.map((plane) => plane[y * WIDTH + x] as number) as unknown as Colour);
    expect(isOverlay((x, y, below) => (isBar(x, y) ? blurred(x, y, below) : null))).toBe(false);
  });
});

describe('made darker', () => {
  /** A wavy outline in the window, about 57 x 57. */
  const isIn = (x: number, y: number): boolean =>
    Math.hypot(x - 100, y - 70) < 24 * (1 + 0.2 * Math.sin(3 * Math.atan2(y - 70, x - 100)));
  const isSign = (x: number, y: number): boolean => x > 92 && x < 110 && Math.abs(y - 70) < (110 - x) / 1.7;
  test.each([0.25, 0.4, 0.6, 0.75])('a place of any outline, to %f of its light, is none', (left) => {
    expect(isOverlay((x, y, below) => (isIn(x, y) ? blended(1 - left, BLACK)(below) : null))).toBe(false);
  });

  test.each([0.4, 0.6])('a button with a white sign on it is one, through which %f is seen', (left) => {
    const button = blended(1 - left, BLACK);
    expect(isOverlay((x, y, below) => (isIn(x, y) ? (isSign(x, y) ? WHITE : button(below)) : null))).toBe(true);
  });

  test('so is a plain box: its outline shows that it was drawn', () => {
    expect(isOverlay((x, y, below) => (x < 130 && y < 90 ? bar(below) : null))).toBe(true);
  });
});

describe('on paper', () => {
  const uniform = seededUniform(9);
  /** White, with a line of dark letters. */
  const isOld = (x: number, y: number): boolean => (x + 2) % 8 < 3 && y >= 60 && y < 76 && x >= 60 && x < 140;
  const paper = (): ColourPlanes => {
    const ground = Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) =>
      isOld(i % WIDTH, Math.floor(i / WIDTH)) ? 30 + 4 * uniform() : 246 + 4 * uniform(),
    );
    return { ...SIZE, channels: [ground, ground, ground] };
  };
  const isNew = (x: number, y: number): boolean => x % 9 < 3 && y >= 60 && y < 76 && x >= 64 && x < 136;
  test.each<[string, boolean, Painting]>([
    ['a line is erased', false, (x, y) => (isOld(x, y) ? WHITE : null)],
    ['a line gives way to another', false, (x, y) => (isNew(x, y) ? BLACK : isOld(x, y) ? WHITE : null)],
    ['a line is written below it', true, (x, y) => (isNew(x, y - 20) ? BLACK : null)],
  ])('%s', (_what, expected, painting) => {
    expect(isOverlay(painting, paper())).toBe(expected);
  });

  test('white letters over the dark half of a bright picture are a caption still', () => {
    const half = SCENE.channels.map((plane) =>
      plane.map((value, i) => (i % WIDTH < 100 ? 240 : value)),
    ) as unknown as ColourPlanes['channels'];
    expect(isOverlay((x, y) => (isLetter(x, y) ? WHITE : null), { ...SIZE, channels: half })).toBe(true);
  });
});

describe('on plain ground, which tells no transparency', () => {
  const noise = seededUniform(5);
  const plane = (level: number): Float32Array => Float32Array.from({ length: WIDTH * HEIGHT }, () => level + noise());
  const plain: ColourPlanes = { ...SIZE, channels: [plane(20), plane(85), plane(115)] };
  const isButton = (x: number, y: number): boolean => Math.hypot(x - 100, y - 70) < 26;
  const isSign = (x: number, y: number): boolean => x > 92 && Math.abs(y - 70) < (112 - x) / 2;
  test.each<[string, boolean, Painting]>([
    [
      'a dark button with a white sign is laid over it',
      true,
      (x, y, below) => (isButton(x, y) ? (isSign(x, y) ? WHITE : blended(0.6, BLACK)(below)) : null),
    ],
    ['a pale disc is laid over it', true, (x, y, below) => (isButton(x, y) ? veil(below) : null)],
    ['a disc of another hue replaces it', false, (x, y) => (isButton(x, y) ? [60, 40, 95] : null)],
    ['a disc in red light replaces it', false, (x, y, below) => (isButton(x, y) ? blended(0.5, RED)(below) : null)],
    ['a piece of another scene replaces it', false, (x, y) => (isButton(x, y) ? at(OTHER, y * WIDTH + x) : null)],
  ])('%s', (_what, expected, painting) => {
    expect(isOverlay(painting, plain)).toBe(expected);
  });

  // Most is plain, but what is beside it tells the transparency.
  const isPlainPart = (x: number): boolean => x >= 60;
  const partly = plain.channels.map((data, c) =>
    data.map((level, i) => (isPlainPart(i % WIDTH) ? level : (SCENE.channels[c as 0 | 1 | 2][i] as number))),
  ) as unknown as ColourPlanes['channels'];
  test.each<[string, boolean, Painting]>([
    [
      'a dark bar, no wider beside its line than strokes are, is laid over both',
      true,
      (x, y, below) => (Math.abs(y - 70) > 9 ? null : Math.abs(y - 70) < 2 && x > 50 ? WHITE : bar(below)),
    ],
    [
      'a darker piece of another scene beside a darkened part replaces it',
      false,
      (x, y, below) => bar(isPlainPart(x) ? below : at(OTHER, y * WIDTH + x)),
    ],
  ])('%s', (_what, expected, painting) => {
    expect(isOverlay(painting, { ...SIZE, channels: partly })).toBe(expected);
  });
});

describe('along the edge, in a picture that differs everywhere', () => {
  const DEEP = 6;
  const strip = (isIn: (x: number, y: number) => boolean, painting: Painting): Uint8Array | null => {
    const changed = new Uint8Array(WIDTH * HEIGHT);
    const planes = SCENE.channels.map((plane) =>
      plane.map((value, i) => value + (i % 8 === 0 ? 40 : 0)),
    ) as unknown as ColourPlanes['channels'];
    for (let y = 0, i = 0; y < HEIGHT; y++)
      for (let x = 0; x < WIDTH; x++, i++) {
        if (!isIn(x, y)) continue;
        changed[i] = 1;
        const colour = painting(x, y, at(SCENE, i)) as Colour;
        for (let c = 0; c < 3; c++) (planes[c] as Float32Array)[i] = colour[c] as number;
      }
    const query = { ...SIZE, channels: planes };
    return overlaysIn({ ...painted(() => null), query, queryLow: query }, changed, 1)?.mask ?? null;
  };
  const atTheEdge = (x: number, y: number): boolean => x >= WIDTH - DEEP && y >= 30 && y < 100;
  test('a strip of paper is margin', () => {
    expect(strip(atTheEdge, () => WHITE)?.[60 * WIDTH + WIDTH - 3]).toBe(1);
  });
  const inTheMiddle = (x: number, y: number): boolean => x >= 60 && x < 140 && y >= 30 && y < 100;
  test('a label in the middle is an overlay: nothing is seen through it', () => {
    expect(strip(inTheMiddle, () => WHITE)?.[60 * WIDTH + 100]).toBe(1);
  });
  test.each<[string, (x: number, y: number) => boolean, Painting]>([
    ['a strip of another scene', atTheEdge, (x, y) => at(OTHER, y * WIDTH + x)],
    ['a patch of another scene', inTheMiddle, (x, y) => at(OTHER, y * WIDTH + x)],
    ['a veil, which dots of ink are too', inTheMiddle, (_x, _y, below) => blended(0.6, WHITE)(below)],
  ])('%s is none', (_what, isIn, painting) => {
    expect(strip(isIn, painting)).toBeNull();
  });
});

test('a frame around a picture is no ground: its line beside a black bar whitens nothing', () => {
  const FRAME = 244;
  const EDGE = 160;
  // Beyond its edge the query stands in for the stored picture, and the frame begins three columns before.
  const stored: ColourPlanes = {
    ...SIZE,
    channels: SCENE.channels.map((plane) =>
      plane.map((value, i) => (i % WIDTH < EDGE ? value : FRAME)),
    ) as unknown as ColourPlanes['channels'],
  };
  const aligned = painted((x, y) => {
    if (x >= EDGE - 3 && y >= 46 && y < 94) return [FRAME, FRAME, FRAME];
    return x >= EDGE - 12 ? BLACK : null;
  }, stored);
  const covered = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) => (i % WIDTH < EDGE ? 1 : 0));
  const changed = Uint8Array.from(CHANGED, (value, i) => (i % WIDTH >= 120 ? value : 0));
  expect(overlaysIn({ ...aligned, covered }, changed, 1)).not.toBeNull();
  expect(overlaysIn(aligned, changed, 1)).toBeNull();
});

describe('on ground that coding has left rough', () => {
  /** What is off there is several times the picture's noise. */
  const rough = (painting: Painting, roughness: number): Uint8Array | null => {
    const uniform = seededUniform(5);
    const changed = new Uint8Array(WIDTH * HEIGHT);
    const { query, ...aligned } = painted(painting);
    for (let i = 0; i < changed.length; i++) changed[i] = inside(i % WIDTH, Math.floor(i / WIDTH)) ? 1 : 0;
    const planes = query.channels.map((plane) => plane.map((value) => value + roughness * (uniform() - 0.5)));
    const seen = { ...query, channels: planes as unknown as ColourPlanes['channels'] };
    return overlaysIn({ ...aligned, query: seen, queryLow: seen }, changed, 1)?.mask ?? null;
  };
  const veil: Painting = (_x, _y, below) => blended(0.65, BLACK)(below);
  test('a veil is told by what is off beside it', () => {
    expect(rough(veil, 20)?.[70 * WIDTH + 100]).toBe(1);
  });
  test('another scene is none there either', () => {
    expect(rough((x, y) => at(OTHER, y * WIDTH + x), 20)).toBeNull();
  });
});

describe('where much of the rest differs too', () => {
  /** Stripes above, plain below. */
  const halves: ColourPlanes = (() => {
    const plane = Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) =>
      i < (WIDTH * HEIGHT) / 2 ? 60 + 90 * ((i % WIDTH) & 1) : 110,
    );
    return { ...SIZE, channels: [plane, plane.slice(), plane.slice()] };
  })();
  /** White letters, and every third pixel of a half is off by 30 levels. */
  const letters = (isOff: (y: number) => boolean): Uint8Array | null => {
    const { query, ...aligned } = painted((x, y) => (isLetter(x, y) ? WHITE : null), halves);
    const planes = query.channels.map((plane) =>
      plane.map((value, i) => (isOff(Math.floor(i / WIDTH)) && i % 3 === 0 ? value + 30 : value)),
    );
    const seen = { ...query, channels: planes as unknown as ColourPlanes['channels'] };
    return overlaysIn({ ...aligned, query: seen, queryLow: seen }, CHANGED, 1)?.mask ?? null;
  };
  test('as coding leaves it in texture, letters are told', () => {
    expect(letters((y) => y < 40)?.[65 * WIDTH + 100]).toBe(1);
  });
  test('as a palette makes dots on plain ground, they are not', () => {
    expect(letters((y) => y > 100)).toBeNull();
  });
});

test('nothing differs: no overlay', () => {
  expect(isOverlay(() => null)).toBe(false);
});
