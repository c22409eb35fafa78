/** Entry of a worker thread: takes one job at a time and answers it. @module */
import type { Size } from '@assay/core/raster';
import { emptyMap } from '@assay/core/tamper/compare';
import { workerData } from 'piscina';
import type { CompareRequest, MarkRequest } from '../../app/ports/verify/engine.ts';
import { readMetadata } from '../codec/readMetadata.ts';
import { renderPicture } from '../codec/renderPreview.ts';
import { releaseMemory } from '../codec/releaseMemory.ts';
import { useImageLibrary } from '../codec/imageLibrary.ts';
import { standBack } from '../runtime/priority.ts';
import { imagesAt } from './imageProcesses.ts';
import { answerJob } from './jobAnswer.ts';
import { askerAt, type DeskedJob, tellBegun } from './jobDesk.ts';
import { attack } from './jobs/attack.ts';
import { coarseMap } from './jobs/coarseMap.ts';
import { compare } from './jobs/compare.ts';
import { examine } from './jobs/examine.ts';
import { inspect, searchFeatures } from './jobs/inspect.ts';
import { mark } from './jobs/mark.ts';
import { mapPng } from './mapPng.ts';
import type { EngineWorkerData } from './settings.ts';

/** What `createEngine` sends. */
export type EngineJob =
  | { readonly kind: 'ping' }
  | { readonly kind: 'metadata'; readonly bytes: Uint8Array }
  | { readonly kind: 'emptyMap'; readonly picture: Size; readonly sideMax: number }
  | { readonly kind: 'coarseMap'; readonly map: Uint8Array; readonly cells: number }
  | { readonly kind: 'picture'; readonly bytes: Uint8Array; readonly sideMax: number }
  | { readonly kind: 'examine'; readonly bytes: Uint8Array }
  | { readonly kind: 'inspect'; readonly bytes: Uint8Array; readonly isDrawn?: boolean | undefined }
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
    case 'metadata':
      return Promise.resolve(readMetadata(job.bytes));
    case 'emptyMap':
      return mapPng(emptyMap(job.picture), job.sideMax);
    case 'coarseMap':
      return coarseMap(job.map, job.cells);
    case 'picture':
      return renderPicture(job.bytes, job.sideMax);
    case 'examine':
      return examine(job.bytes, limits);
    case 'inspect':
      return inspect(job.bytes, limits, job.isDrawn);
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

export default async function work({ desk, ...job }: EngineJob & DeskedJob): Promise<unknown> {
  tellBegun(desk ? { desk } : {});
  if (desk) useImageLibrary(imagesAt(askerAt(desk)));
  const answer = await answerJob(() => perform(job as EngineJob));
  desk?.close();
  await releaseMemory();
  return answer;
}
