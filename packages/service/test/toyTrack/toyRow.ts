/** The row of the toy track, as it would stand in the table. @module */
import type { TrackDefinition } from '@assay/core/watermark/trackTable';
import { makeLsbTrack } from './lsbTrack.ts';

export const TOY_ROW = {
  id: 'd',
  label: 'Track D',
  domain: 'least significant bits',
  method: 'A 128-bit mark in the last bit of the brightness, which a lossless file keeps.',
  defaultStrength: 0.5,
  networks: [],
  make: makeLsbTrack,
} as const satisfies TrackDefinition;
