/** Named sets of attacks, and the recovery that each set has to reach. @module */
import { ATTACKS } from './attacks.ts';

/** What every track alone must survive: the bar is 98 % of photos of 768 x 512, and 100 % by either of two tracks. */
const DAILY = [
  ...['none', 'jpeg90', 'jpeg75', 'jpeg50', 'webp75', 'resize75', 'resize50', 'crop90', 'crop75'],
  ...[
    'rot1in',
    'rot1blk',
    'rot5in',
    'rot5blk',
    'rot15in',
    'rot15blk',
    'noise5',
    'noise10',
    'blur1',
    'sharpen',
    'median3',
  ],
  ...['bright+20', 'bright-20', 'contrast0.7', 'contrast1.3', 'gamma0.7', 'gamma1.4', 'sat0', 'sat1.5', 'grayfile'],
  ...['palette64', 'overlay10', 'social', 'screenshot', 'letterbox'],
];

/** What either of two tracks must survive on 90 % of photos. */
const HARD = [
  ...['jpeg30', 'jpeg15', 'webp50', 'resize35', 'crop50', 'crop25', 'rot37blk', 'rot90', 'hflip', 'persp3', 'bend3'],
  ...['denoise', 'bilateral', 'splice25', 'aspect85', 'up200_jpeg50'],
];

/** What small pictures (481 x 321) are asked. */
const SMALL = ['none', 'jpeg50', 'resize50', 'rot5in', 'rot5blk', 'social'];

/** What large photographs (8-12 megapixels) are asked. */
const LARGE = [
  ...[
    'none',
    'jpeg50',
    'resize50',
    'wide1080q70',
    'wide800q60',
    'wide500q75',
    'crop85_wide1200q75',
    'crop50',
    'crop25',
  ],
  ...['rot5blk', 'cutout512', 'cutout512_jpeg70', 'cutout300', 'social', 'screenshot'],
];

/** The sixteen that earlier results of this project were given for. */
const KEY = [
  ...['none', 'jpeg75', 'jpeg50', 'resize50', 'crop75', 'crop50', 'rot1in', 'rot5in', 'rot5blk', 'noise10', 'blur1'],
  ...['bright+20', 'overlay10', 'splice25', 'social', 'screenshot'],
];

/** Only large pictures have these sizes to lose. */
const isForLargeOnly = (name: string): boolean => /^(?:wide|cutout|crop85_wide)/.test(name);

export const ATTACK_SETS: Readonly<Record<string, readonly string[]>> = {
  key: KEY,
  daily: DAILY,
  hard: HARD,
  small: SMALL,
  large: LARGE,
  all: Object.keys(ATTACKS).filter((name) => !isForLargeOnly(name)),
};

/**
 * The attacks that a list of names of attacks and sets means, each once.
 * @throws {RangeError} naming what is neither
 */
export function attacksNamed(list: string): string[] {
  const names = list.split(',').flatMap((name) => {
    if (name in ATTACKS) return [name];
    const set = ATTACK_SETS[name];
    if (set) return set;
    throw new RangeError(`"${name}" is no attack and no set; sets are ${Object.keys(ATTACK_SETS).join(', ')}`);
  });
  return [...new Set(names)];
}

/** Photos of fewer pixels have the bars of small pictures; those of the others are meant for 768 x 512. */
const SMALL_PIXELS = 250_000;

export interface Bar {
  readonly alone: number | null;
  readonly either: number | null;
}

/**
 * The least share of photos that must be read after an attack: by each track alone, and by either of both.
 * @param pixels of a photo
 */
export function barOf(attack: string, pixels: number): Bar {
  if (pixels < SMALL_PIXELS) return smallBar(attack);
  if (DAILY.includes(attack)) return { alone: 0.98, either: 1 };
  // Of large photographs: 500 pixels of width and cut-outs of 512 and 300 pixels.
  if (isForLargeOnly(attack)) return { alone: null, either: 1 };
  return { alone: null, either: HARD.includes(attack) ? 0.9 : null };
}

function smallBar(attack: string): Bar {
  if (attack === 'social') return { alone: null, either: 0.85 };
  return { alone: SMALL.includes(attack) ? 0.95 : null, either: null };
}
