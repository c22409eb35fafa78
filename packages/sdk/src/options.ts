/** What the methods of the client take. @module */
import type { CallOptions } from './connection.ts';
import type { TrackOptions } from './tracks.ts';
import type { DownloadProgress } from './received.ts';
import type { UploadProgress } from './transport.ts';
import type { ProcessingStatus, ReachedStage, Verdict } from './types.ts';

/** What every call that sends a picture takes. */
export interface SendOptions extends CallOptions {
  /** Counts the bytes sent; the service's own work starts when all have arrived. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
  /** When the caller's own attempts shall count as one; default a new one for each call. */
  readonly idempotencyKey?: string | undefined;
}

/** What every call that fetches a file takes. */
export interface ReceiveOptions extends CallOptions {
  /** Counts the bytes received. */
  readonly onProgress?: ((progress: DownloadProgress) => void) | undefined;
}

/** Of reports and bundles. */
export interface DocumentOptions extends ReceiveOptions {
  /** en, de, zh or ar. */
  readonly language?: string | undefined;
}

export interface UploadOptions extends SendOptions, TrackOptions {
  readonly title?: string;
  readonly description?: string;
  /** A comma separates tags on the wire, so none may hold one. */
  readonly tags?: readonly string[];
  readonly metadataTracking?: boolean;
  readonly blockchainCommit?: boolean;
  /** Keep every file of it encrypted under a key of its own; default as the server is set. */
  readonly encrypt?: boolean;
  /** Owner; default the key's or the user's personal organization. */
  readonly organizationId?: string;
  /** Give back the organization's asset of the same bytes, if there is one, instead of a new one; default false. */
  readonly dedupe?: boolean;
}

export interface VerifyOptions extends SendOptions {
  /** Ask for the tamper map; default false. */
  readonly tamperMap?: boolean;
}

export interface VerifyOneOptions extends VerifyOptions {
  /** Have the picture and its maps kept for seven days, for report and bundle; only with a credential; default false. */
  readonly store?: boolean;
  /** Told when the service has read, searched, compared and judged; only with a credential. */
  readonly onStage?: ((reached: ReachedStage) => void) | undefined;
}

export interface PageQuery {
  readonly page?: number;
  readonly pageSize?: number;
}

export interface CommitOptions extends CallOptions {
  /** SHA-256 of the mark, if you want it compared with the stored one. */
  readonly watermarkHash?: string;
  /** At most 4 KiB as JSON; its hash becomes part of the commitment. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export interface CommitmentQuery extends PageQuery {
  readonly assetId?: string;
  readonly organizationId?: string;
}

export interface AssetQuery extends PageQuery {
  /** Field to sort by, and the direction. */
  readonly order?: string;
  readonly sort?: 'asc' | 'desc';
  /** All of them must be present. */
  readonly tags?: readonly string[];
  readonly status?: ProcessingStatus;
  /** Registered then; both inclusive; a date alone means its first, respectively last, moment in UTC. */
  readonly createdFrom?: Date | string;
  readonly createdTo?: Date | string;
  readonly organizationId?: string;
}

export interface HistoryQuery extends PageQuery {
  readonly verdict?: Verdict;
  /** Only those made with this API key. */
  readonly apiKeyId?: string;
  /** `organization`: those of all members and API keys, for its administrators. Default `own`. */
  readonly scope?: 'own' | 'organization';
  /** Which, with `scope: 'organization'`; default: the one that the client acts in. */
  readonly organizationId?: string;
  /** Only those of this member, with `scope: 'organization'`. */
  readonly userId?: string;
  /** Both inclusive; a date alone means its first, respectively last, moment in UTC. */
  readonly startDate?: Date | string;
  readonly endDate?: Date | string;
}

export interface Download {
  readonly blob: Blob;
  readonly contentType: string;
  /** As the server names it; null if it does not. For display: never use it as a path unchecked. */
  readonly fileName: string | null;
}
