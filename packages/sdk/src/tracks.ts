/** The tracks of the watermark: what there is once for each of them follows from the table. @module */
import { TRACKS } from './generated/tracks.ts';

export { TRACKS };
export type TrackId = (typeof TRACKS)[number]['id'];

/** Which tracks to embed; the server's default is all of them. */
type EnabledTracks = { readonly [Id in TrackId as `track${Uppercase<Id>}`]?: boolean };
/** Their strengths, above 0 and at most 1, each on its track's own scale; the server has defaults (`TRACKS`). */
type TrackStrengths = { readonly [Id in TrackId as `track${Uppercase<Id>}Strength`]?: number };

export interface TrackOptions extends EnabledTracks, TrackStrengths {}

type FieldName = `track_${TrackId}_${'enabled' | 'strength'}`;

/** The fields of the upload form, undefined where the options say nothing. */
export function trackFields(options: TrackOptions): Readonly<Record<FieldName, boolean | number | undefined>> {
  const given: Readonly<Record<string, boolean | number | undefined>> = { ...options };
  const fields = [
    ...TRACKS.map(({ id }) => [`track_${id}_enabled`, given[`track${id.toUpperCase()}`]]),
    ...TRACKS.map(({ id }) => [`track_${id}_strength`, given[`track${id.toUpperCase()}Strength`]]),
  ];
  return Object.fromEntries(fields) as Record<FieldName, boolean | number | undefined>;
}

export type DetectedTracks = { readonly [Id in TrackId as `track_${Id}_detected`]: boolean };

/** The tracks that were read, in the order of the table. */
export const detectedTracks = (watermark: DetectedTracks): readonly TrackId[] =>
  TRACKS.map(({ id }) => id).filter((id) => watermark[`track_${id}_detected`]);
