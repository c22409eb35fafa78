/** The keys that every bench marks with. @module */
import type { EmbedTracksOptions } from '@assay/core/watermark/embedTracks';
import { deriveTrackKey } from '@assay/core/watermark/trackKey';

/** A public key: results must be reproducible, and nothing here is secret. */
const BENCH_KEY = new Uint8Array(32).fill(7);

export const BENCH_KEYS: EmbedTracksOptions['keys'] = {
  a: deriveTrackKey(BENCH_KEY, 'a'),
  b: deriveTrackKey(BENCH_KEY, 'b'),
  c: deriveTrackKey(BENCH_KEY, 'c'),
};
