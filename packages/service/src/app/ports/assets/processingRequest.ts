/** What was asked for with an upload. @module */
import type { TrackId } from '@assay/core/watermark/tracks';
import type { Origin } from '../runtime/traces.ts';

/** What the processing of an upload needs, kept in the row so that a restart can finish the work. */
export interface ProcessingRequest {
  readonly tracks: Readonly<Record<TrackId, boolean>>;
  /** A track without one gets the strength of the settings. */
  readonly strengths: Readonly<Partial<Record<TrackId, number>>>;
  readonly metadata: boolean;
  readonly commit: boolean;
  /** Processes that died over it. */
  readonly attempts: number;
  /** Of the request, so that whoever goes on with it can be followed. */
  readonly origin?: Origin;
}
