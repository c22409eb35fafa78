/** What follows from the table of tracks, for whoever has to do with all of them. @module */
import type { OpenNetwork } from '../network.ts';
import { type TrackDefinition, TRACKS } from './trackTable.ts';
import type { WatermarkTrack } from './watermarkTrack.ts';

export type TrackId = (typeof TRACKS)[number]['id'];

export const TRACK_IDS: readonly TrackId[] = TRACKS.map(({ id }) => id);

/** The row of a track. @throws {RangeError} for an id of none */
export function trackDefinition(id: string): TrackDefinition & { readonly id: TrackId } {
  const row = TRACKS.find((candidate) => candidate.id === id);
  if (!row) throw new RangeError(`no watermark track ${id}`);
  return row;
}

/** A label as it stands within a sentence: "track A". */
export const withinSentence = (label: string): string => label.charAt(0).toLowerCase() + label.slice(1);

/** Name of a setting that there is once for each track. */
export const trackSetting = (id: string, what: 'STRENGTH' | 'MODELS'): string =>
  `ASSAY_TRACK_${id.toUpperCase()}_${what}`;

/** One value for each track. */
export const byTrack = <T>(of: (id: TrackId) => T): Readonly<Record<TrackId, T>> =>
  Object.fromEntries(TRACK_IDS.map((id) => [id, of(id)])) as Record<TrackId, T>;

/** A track of the table. @param open default: of a track that needs no network */
export function makeTrack(id: TrackId, open: OpenNetwork = noNetwork): WatermarkTrack {
  const row = trackDefinition(id);
  return row.make(row, open);
}

/** Those that need no network, in the order of embedding. */
export const plainTracks = (): readonly WatermarkTrack[] =>
  TRACKS.filter(({ networks }) => networks.length === 0).map(({ id }) => makeTrack(id));

function noNetwork(name: string): never {
  throw new Error(`the network ${name} is not at hand`);
}
