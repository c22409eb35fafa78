/**
 * Is the picture a copy, or another shot of the same scene? Log-odds of the latter, at even odds beforehand, by logistic regression
 *     L = b + sum_k w_k x_k
 * over features x of what the two share (tamper/anotherShot). Where both have detail that they do not share, where no bend of the
 * picture explains how places are displaced, and where what differs is merely somewhere else, it is another shot; a copy has lost detail,
 * or got more, and its texture follows the original. Weights: bench/verdict/wild/pairs/fitShots.ts.
 * @module
 */
import type { ShotFacts } from '../tamper/anotherShot/shotFacts.ts';
import type { BandAgreement } from '../tamper/anotherShot/sharedDetail.ts';
import { ANOTHER_SHOT_FIT } from './anotherShotFit.ts';

/** Coherences near 1 differ by chance only. */
const COHERENCE_MAX = 0.9995;
const COHERENCE_MIN = -0.5;
/** Energies differ as much as they like beyond this factor, ln. */
const LOG_ENERGY_MAX = 3;
/** ln of energies that count as the same. */
const SAME_ENERGY = 0.5;
/** Energy of rounding, levels^2. */
const ROUNDING_ENERGY = 0.05;
const UNSHARED_FLOOR = 0.03;
/** Where nothing could be followed: what copies have, px; and what is added before its logarithm. */
const [PARALLAX_UNKNOWN_PX, PARALLAX_FLOOR_PX] = [0.2, 0.05];

const fisher = (coherence: number): number => Math.atanh(Math.min(COHERENCE_MAX, Math.max(COHERENCE_MIN, coherence)));
const logEnergy = ({ queryEnergy, referenceEnergy }: BandAgreement): number =>
  Math.log((queryEnergy + ROUNDING_ENERGY) / (referenceEnergy + ROUNDING_ENERGY));
const bounded = (value: number): number => Math.min(LOG_ENERGY_MAX, Math.max(0, value));
const shared = (coherence: number): number => Math.min(1, Math.max(0, coherence)) ** 2;

/** The features by name. */
export const ANOTHER_SHOT_FEATURES = {
  /** Detail of the quietest places, middle band: not shared, yet of the same energy in both. */
  replacedDetail: ({ detail: { quietest } }) =>
    (1 - shared(quietest[1].medianCoherence)) * Math.exp(-((logEnergy(quietest[1]) / SAME_ENERGY) ** 2)),
  /** ln of the displacement that no bend explains, px. */
  parallax: ({ parallax }) => Math.log((parallax?.residualPx ?? PARALLAX_UNKNOWN_PX) + PARALLAX_FLOOR_PX),
  /** By how much the energy of the coarse band changed, either way. */
  coarseChange: ({ detail: { quietest } }) => bounded(Math.abs(logEnergy(quietest[2]))),
  /** How much of the fine band the query has lost. */
  fineLoss: ({ detail: { quietest } }) => bounded(-logEnergy(quietest[0])),
  /** Part of what differs that each shows elsewhere. */
  moved: ({ moved }) => Math.min(moved?.forward ?? 0, moved?.backward ?? 0),
  quietCoherence: ({ detail: { quiet } }) => fisher(quiet[0].medianCoherence),
  /** ln of the fine energy that both have and do not share, levels^2. */
  unsharedEnergy: ({ detail: { quiet } }) => {
    const { queryEnergy, referenceEnergy, coherence } = quiet[0];
    return Math.log(Math.min(queryEnergy, referenceEnergy) * (1 - shared(coherence)) + UNSHARED_FLOOR);
  },
  /** By how much texture is weaker or stronger than the reference's. */
  textureChange: ({ detail: { textured } }) => Math.abs(Math.min(1.5, Math.max(-0.5, textured[0].slope)) - 1),
  textureCoherence: ({ detail: { textured } }) => fisher(textured[0].coherence),
} as const satisfies Record<string, (shot: ShotFacts) => number>;

export type AnotherShotFeature = keyof typeof ANOTHER_SHOT_FEATURES;
export type AnotherShotFit = { readonly intercept: number } & { readonly [Name in AnotherShotFeature]: number };

export const ANOTHER_SHOT_FEATURE_NAMES = Object.keys(ANOTHER_SHOT_FEATURES) as AnotherShotFeature[];

/** Positive where another shot is likelier than a copy. */
export const anotherShotLogOdds = (shot: ShotFacts, fit: AnotherShotFit = ANOTHER_SHOT_FIT): number =>
  ANOTHER_SHOT_FEATURE_NAMES.reduce((sum, name) => sum + fit[name] * ANOTHER_SHOT_FEATURES[name](shot), fit.intercept);
