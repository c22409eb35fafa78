/**
 * What becomes of each file that was chosen for an upload, and how events lead from one state to the next. An event that comes
 * late, of a file that was taken off the list or is at another point, changes nothing.
 * @module
 */
import type { Asset } from '@assay/sdk/types';
import type { Failure } from '../../shared/failure.ts';

interface Chosen {
  readonly id: number;
  readonly file: File;
}

/** Of a copy for a recipient, made after the upload. */
export interface CopyOutcome {
  readonly recipient: string;
  readonly failure: Failure | null;
}

export type Upload =
  /** Not sent yet. @property duplicateId an asset with the same bytes, as far as that was looked up */
  | (Chosen & { readonly state: 'ready'; readonly duplicateId: string | null })
  | (Chosen & { readonly state: 'waiting' })
  | (Chosen & { readonly state: 'sending' /** 0..1 */; readonly sentFraction: number })
  | (Chosen & { readonly state: 'marking' })
  | (Chosen & { readonly state: 'failed'; readonly failure: Failure })
  /** @property copies those that were tried so far */
  | (Chosen & { readonly state: 'done'; readonly asset: Asset; readonly copies: readonly CopyOutcome[] });

export type UploadEvent =
  | { readonly type: 'chosen'; readonly files: readonly (Chosen & { readonly failure: Failure | null })[] }
  | { readonly type: 'known'; readonly id: number; readonly duplicateId: string }
  | { readonly type: 'queued'; readonly ids: readonly number[] }
  | { readonly type: 'progressed'; readonly id: number; readonly sentBytes: number; readonly totalBytes: number }
  | { readonly type: 'answered'; readonly id: number; readonly asset: Asset }
  | ({ readonly type: 'copied'; readonly id: number } & CopyOutcome)
  | { readonly type: 'failed'; readonly id: number; readonly failure: Failure }
  | { readonly type: 'cancelled'; readonly id: number }
  | { readonly type: 'removed'; readonly id: number };

export const isUnderWay = ({ state }: Upload): boolean =>
  state === 'waiting' || state === 'sending' || state === 'marking';

/** A file that failed may be sent again if that can help. */
export const isSendable = (upload: Upload): boolean =>
  upload.state === 'ready' || (upload.state === 'failed' && upload.failure.canRetry);

export function reduceUploads(uploads: readonly Upload[], event: UploadEvent): readonly Upload[] {
  if (event.type === 'chosen') return [...uploads, ...event.files.map(asChosen)];
  if (event.type === 'queued')
    return uploads.map((upload) =>
      event.ids.includes(upload.id) && isSendable(upload) ? { ...chosen(upload), state: 'waiting' } : upload,
    );
  if (event.type === 'removed') return uploads.filter(({ id }) => id !== event.id);
  return uploads.map((upload) => (upload.id === event.id ? next(upload, event) : upload));
}

const chosen = ({ id, file }: Upload): Chosen => ({ id, file });

const asChosen = ({ id, file, failure }: Chosen & { readonly failure: Failure | null }): Upload =>
  failure ? { id, file, state: 'failed', failure } : { id, file, state: 'ready', duplicateId: null };

type EventOfOne = Exclude<UploadEvent, { type: 'chosen' | 'queued' | 'removed' }>;

function next(upload: Upload, event: EventOfOne): Upload {
  if (event.type === 'known') return upload.state === 'ready' ? { ...upload, duplicateId: event.duplicateId } : upload;
  if (event.type === 'copied') {
    if (upload.state !== 'done') return upload;
    const { recipient, failure } = event;
    return { ...upload, copies: [...upload.copies, { recipient, failure }] };
  }
  if (!isUnderWay(upload)) return upload;
  const base = chosen(upload);
  switch (event.type) {
    case 'progressed': {
      const sentFraction = event.totalBytes > 0 ? Math.min(1, event.sentBytes / event.totalBytes) : 0;
      return sentFraction === 1 ? { ...base, state: 'marking' } : { ...base, state: 'sending', sentFraction };
    }
    case 'answered':
      return { ...base, state: 'done', asset: event.asset, copies: [] };
    case 'failed':
      return { ...base, state: 'failed', failure: event.failure };
    case 'cancelled':
      return { ...base, state: 'ready', duplicateId: null };
  }
}
