/**
 * Is the picture a copy, or another shot of the same scene? Log-odds of the latter, at even odds beforehand, by boosted regression trees
 * over features of what the two share (tamper/anotherShot). Where both have detail that they do not share, where no bend of the picture
 * explains how places are displaced, and where what differs is merely somewhere else, it is another shot; a copy has lost detail, or
 * got more, and its texture follows the original. Trees: bench/verdict/wild/pairs/fitShots.ts; docs/decisions/0019-another-shot.md.
 * @module
 */
import { sumOfTrees } from '../signal/boostedTrees.ts';
import type { BandAgreement, SharedDetail } from '../tamper/anotherShot/sharedDetail.ts';
import type { ShotFacts } from '../tamper/anotherShot/shotFacts.ts';
import { ANOTHER_SHOT_TREES } from './generated/anotherShotTrees.ts';

/** Coherences near 1 differ by chance only. */
const COHERENCE_MAX = 0.9995;
const COHERENCE_MIN = -0.5;
const SLOPE_CHANGE_MAX = 2;
/** Energies differ as much as they like beyond this factor, ln. */
const LOG_ENERGY_MAX = 3;
/** ln of energies that count as the same. */
const SAME_ENERGY = 0.5;
/** Energy of rounding, levels^2. */
const ROUNDING_ENERGY = 0.05;
const UNSHARED_FLOOR = 0.03;
/**
 * Energy that counts as shared, levels^2: below it lies what rounding and codecs leave in places without detail, of which it says nothing
 * that they do not share it. Both pictures' rounding is 1/12 each.
 */
const UNTELLING_ENERGY = 0.1;
/** Where nothing could be followed: what copies have, px; and what is added before its logarithm. */
const [PARALLAX_UNKNOWN_PX, PARALLAX_FLOOR_PX] = [0.2, 0.05];

const clamped = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));
const fisher = (coherence: number): number => Math.atanh(clamped(coherence, COHERENCE_MIN, COHERENCE_MAX));
const logEnergy = ({ queryEnergy, referenceEnergy }: BandAgreement): number =>
  Math.log((queryEnergy + ROUNDING_ENERGY) / (referenceEnergy + ROUNDING_ENERGY));

/** The band with what is too little to say anything counted as shared: c' = (c sqrt(e f) + u) / sqrt((e + u)(f + u)). */
function telling({ coherence, medianCoherence, queryEnergy, referenceEnergy, slope }: BandAgreement): BandAgreement {
  const own = Math.sqrt(queryEnergy * referenceEnergy);
  const all = Math.sqrt((queryEnergy + UNTELLING_ENERGY) * (referenceEnergy + UNTELLING_ENERGY));
  const withShared = (c: number): number => (c * own + UNTELLING_ENERGY) / all;
  return {
    coherence: withShared(coherence),
    medianCoherence: withShared(medianCoherence),
    queryEnergy,
    referenceEnergy,
    slope,
  };
}

/** What is asked of the detail of each band in each kind of place. */
const OF_DETAIL = {
  coherence: ({ coherence }) => fisher(coherence),
  medianCoherence: ({ medianCoherence }) => fisher(medianCoherence),
  /** ln of how much of it the query has lost, or gained or lost. */
  energyLoss: (band) => clamped(-logEnergy(band), 0, LOG_ENERGY_MAX),
  energyChange: (band) => Math.min(Math.abs(logEnergy(band)), LOG_ENERGY_MAX),
  /** By how much the query's is weaker or stronger than the reference's of it. */
  slopeChange: ({ slope }) => Math.min(Math.abs(slope - 1), SLOPE_CHANGE_MAX),
  /** ln of the energy that both have and do not share, levels^2. */
  unsharedEnergy: ({ coherence, queryEnergy, referenceEnergy }) =>
    Math.log(Math.min(queryEnergy, referenceEnergy) * (1 - clamped(coherence, 0, 1) ** 2) + UNSHARED_FLOOR),
  /** Not shared, yet of the same energy in both. */
  replaced: (band) =>
    (1 - clamped(band.medianCoherence, 0, 1) ** 2) * Math.exp(-((logEnergy(band) / SAME_ENERGY) ** 2)),
} as const satisfies Record<string, (band: BandAgreement) => number>;

const PLACES = ['quietest', 'quiet', 'textured'] as const satisfies readonly (keyof SharedDetail)[];
const BANDS = ['fine', 'middle', 'coarse'] as const;

const OF_PLACES = {
  /** ln of the displacement that no bend explains, px. */
  parallax: ({ parallax }) => Math.log((parallax?.residualPx ?? PARALLAX_UNKNOWN_PX) + PARALLAX_FLOOR_PX),
  /** Part of what differs that the reference shows elsewhere, that the query does, and the lesser of both. */
  movedForward: ({ moved }) => moved?.forward ?? 0,
  movedBackward: ({ moved }) => moved?.backward ?? 0,
  moved: ({ moved }) => Math.min(moved?.forward ?? 0, moved?.backward ?? 0),
} as const satisfies Record<string, (shot: ShotFacts) => number>;

type Feature = (shot: ShotFacts) => number;

/** The features by name, in the order that the trees number them. */
export const ANOTHER_SHOT_FEATURES: ReadonlyMap<string, Feature> = new Map<string, Feature>([
  ...PLACES.flatMap((place) =>
    BANDS.flatMap((band, k) =>
      Object.entries(OF_DETAIL).map(([name, of]): [string, Feature] => [
        `${place}.${band}.${name}`,
        ({ detail }) => of(telling(detail[place][k as 0 | 1 | 2])),
      ]),
    ),
  ),
  ...Object.entries(OF_PLACES),
]);

export const anotherShotFeatures = (shot: ShotFacts): Float64Array =>
  Float64Array.from(ANOTHER_SHOT_FEATURES.values(), (feature) => feature(shot));

/** Positive where another shot is likelier than a copy. */
export const anotherShotLogOdds = (shot: ShotFacts): number =>
  sumOfTrees(ANOTHER_SHOT_TREES, anotherShotFeatures(shot));

/** What speaks for another shot: fine detail that is not shared, displacements that no bend explains, content that is elsewhere. */
export type ShotStatistic = 'detail' | 'parallax' | 'moved';

/** Log-odds that a statistic must add to be named. */
const SPEAKS_MIN = 0.25;

/**
 * Which of the three statistics speak for another shot: what parallax and moved content add to the log-odds beyond a copy's, and
 * detail if the odds stay with another shot without either.
 */
export function speakingStatistics(shot: ShotFacts): ShotStatistic[] {
  const all = anotherShotLogOdds(shot);
  const speaks = (less: Partial<ShotFacts>): boolean => all - anotherShotLogOdds({ ...shot, ...less }) > SPEAKS_MIN;
  const said: ShotStatistic[] = [];
  if (anotherShotLogOdds({ ...shot, parallax: null, moved: null }) > 0) said.push('detail');
  if (speaks({ parallax: null })) said.push('parallax');
  if (speaks({ moved: null })) said.push('moved');
  return said;
}
