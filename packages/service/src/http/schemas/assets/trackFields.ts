/** Members that the contract has once for each track: `track_a_detected`, `track_b_detected`, ... @module */
import { TRACK_IDS, type TrackId } from '@assay/core/watermark/tracks';

export type TrackFields<Suffix extends string, Value> = { [Id in TrackId as `track_${Id}${Suffix}`]: Value };

/** One member for each track of the table, in its order: of a schema, or of an answer. @param suffix '_detected', or '' */
export const trackFields = <const Suffix extends string, Value>(
  suffix: Suffix,
  of: (track: TrackId) => Value,
): TrackFields<Suffix, Value> =>
  Object.fromEntries(TRACK_IDS.map((id) => [`track_${id}${suffix}`, of(id)])) as TrackFields<Suffix, Value>;
