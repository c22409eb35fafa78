/**
 * Light that falls on a picture, a lamp's reflection or a shadow, and what else makes a region brighter or darker alone. Light changes luma
 * more than chroma; a recolour does the opposite, except of a grey picture. And it leaves the structure below it, which other content replaces.
 * @module
 */
import type { ComparisonFacts } from '../tamper/comparison.ts';
import {
  COLOURED_LIGHT_CHROMA_MAX,
  COLOURED_LIGHT_STRUCTURE_MIN,
  COLOURS_MIN,
  LIGHT_CHROMA_MAX,
  LIGHT_LUMA_MIN,
  LIGHT_STRUCTURE_MIN,
} from './thresholds.ts';

type Changed = Pick<ComparisonFacts, 'changedColour' | 'whole'>;

/** Is a picture of colours merely brighter or darker where it differs? */
export const isLight = ({ changedColour: { luma, chroma }, whole }: Changed): boolean =>
  whole.chroma > COLOURS_MIN && chroma < LIGHT_CHROMA_MAX * luma;

/** The same by much, as where it burns out what it falls on. */
export const isStrongLight = (changed: Changed): boolean =>
  isLight(changed) && changed.changedColour.luma >= LIGHT_LUMA_MIN.any;

/** And does what it shows go on there? */
export const keepsStructure = ({
  changedColour: { luma, chroma, structure },
  backgroundChange,
}: Pick<ComparisonFacts, 'changedColour' | 'backgroundChange'>): boolean =>
  luma >= LIGHT_LUMA_MIN[backgroundChange > 1 ? 'changedAllOver' : 'any'] &&
  chroma < LIGHT_CHROMA_MAX * luma &&
  structure > LIGHT_STRUCTURE_MIN;

/** Is it coloured light, below which everything goes on: a leak of the camera, a lamp in the lens? */
export const isColouredLight = ({
  changedColour: { luma, chroma, structure },
}: Pick<Changed, 'changedColour'>): boolean =>
  luma >= LIGHT_LUMA_MIN.any &&
  chroma >= LIGHT_CHROMA_MAX * luma &&
  chroma < COLOURED_LIGHT_CHROMA_MAX * luma &&
  structure > COLOURED_LIGHT_STRUCTURE_MIN;
