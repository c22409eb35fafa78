/**
 * The table of tracks: which marks a picture may carry, in the order of embedding. Everything that there is once for each
 * track follows from its row: form fields, settings, schemas, answers, rows of the database, the client's types, the words
 * of the pages. docs/guides/addATrack.md adds one; it lies alone in this file so that a test can have another table.
 * @module
 */
import { makeTrackC } from './neural/trackC.ts';
import { networkModem } from './neural/networkModem.ts';
import type { OpenNetwork } from '../network.ts';
import { makeTrackA } from './tile/trackA.ts';
import { makeTrackB } from './tile/trackB.ts';
import type { TrackIdentity, WatermarkTrack } from './watermarkTrack.ts';

export interface TrackDefinition extends TrackIdentity {
  /** At the beginning of a sentence; within one see `withinSentence`. */
  readonly label: string;
  /** What it works in, for descriptions of the API. */
  readonly domain: string;
  /** How it works, a sentence for people. */
  readonly method: string;
  /** Names of the neural networks that it needs; files of these names are looked for, and without them there is no track. */
  readonly networks: readonly string[];
  /** What it can do beside embedding and blind extraction are optional members of the track, see `WatermarkTrack`. */
  readonly make: (own: TrackIdentity, open: OpenNetwork) => WatermarkTrack;
}

export const TRACKS = [
  {
    id: 'a',
    label: 'Track A',
    domain: 'spatial domain',
    method: 'A 128-bit mark spread over the brightness of the pixels, read without the original.',
    defaultStrength: 0.3,
    networks: [],
    make: makeTrackA,
  },
  {
    id: 'b',
    label: 'Track B',
    domain: 'frequency domain',
    method: 'A 128-bit mark in the picture’s frequencies, protected by an error-correcting code.',
    defaultStrength: 0.2,
    networks: [],
    make: makeTrackB,
  },
  {
    id: 'c',
    label: 'Track C',
    domain: 'neural',
    method: 'A 128-bit mark hidden and read by a neural network.',
    defaultStrength: 0.4,
    networks: ['track-c-encoder', 'track-c-decoder'],
    make: (own, open) => makeTrackC(own, networkModem(open('track-c-encoder'), open('track-c-decoder'))),
  },
] as const satisfies readonly TrackDefinition[];
