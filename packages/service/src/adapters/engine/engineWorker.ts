/** Entry of a worker thread that works on pixels. @module */
import { workerData } from 'piscina';
import type { CompareRequest, MarkRequest } from '../../app/ports/verify/engine.ts';
import { renderPicture, renderPreview } from '../codec/renderPreview.ts';
import { standBack } from '../runtime/priority.ts';
import { attack } from './jobs/attack.ts';
import { compare } from './jobs/compare.ts';
import { examine } from './jobs/examine.ts';
import { embed, inspect, searchFeatures } from './jobs/inspect.ts';
import { mark } from './jobs/mark.ts';
import type { EngineWorkerData } from './settings.ts';
import { threadWork } from './threadWork.ts';

/** What `createEngine` sends. */
export type EngineJob =
  | { readonly kind: 'ping' }
  | { readonly kind: 'picture'; readonly bytes: Uint8Array; readonly sideMax: number }
  | { readonly kind: 'preview'; readonly bytes: Uint8Array }
  | { readonly kind: 'examine'; readonly bytes: Uint8Array }
  | { readonly kind: 'inspect'; readonly bytes: Uint8Array; readonly isDrawn?: boolean | undefined }
  | { readonly kind: 'embed'; readonly bytes: Uint8Array }
  | { readonly kind: 'localQuery'; readonly bytes: Uint8Array }
  | { readonly kind: 'mark'; readonly bytes: Uint8Array; readonly request: MarkRequest }
  | {
      readonly kind: 'attack';
      readonly bytes: Uint8Array;
      readonly original: Uint8Array | null;
      readonly assetId: string;
    }
  | ({ readonly kind: 'compare' } & CompareRequest);

const { isBehind, ...limits } = workerData as EngineWorkerData;
standBack(isBehind);

function perform(job: EngineJob): Promise<unknown> {
  switch (job.kind) {
    case 'ping':
      return Promise.resolve(true);
    case 'picture':
      return renderPicture(job.bytes, job.sideMax);
    case 'preview':
      return renderPreview(job.bytes);
    case 'examine':
      return examine(job.bytes, limits);
    case 'inspect':
      return inspect(job.bytes, limits, job.isDrawn);
    case 'embed':
      return embed(job.bytes, limits);
    case 'localQuery':
      return searchFeatures(job.bytes, limits);
    case 'mark':
      return mark(job.bytes, job.request, limits);
    case 'attack':
      return attack(job, limits);
    case 'compare':
      return compare(job, limits);
  }
}

export default threadWork(perform);
