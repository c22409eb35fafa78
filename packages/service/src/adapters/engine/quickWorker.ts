/**
 * Entry of a thread for what reads no picture's pixels and takes milliseconds: whoever sends a stored file, which answers from its
 * record, does not wait until somebody else's pictures are compared.
 * @module
 */
import type { Size } from '@assay/core/raster';
import { emptyMap } from '@assay/core/tamper/emptyMap';
import { readMetadata } from '../codec/readMetadata.ts';
import { coarseMap } from './jobs/coarseMap.ts';
import { mapPng } from './mapPng.ts';
import { threadWork } from './threadWork.ts';

/** What `createEngine` sends. */
export type QuickJob =
  | { readonly kind: 'metadata'; readonly bytes: Uint8Array }
  | { readonly kind: 'emptyMap'; readonly picture: Size; readonly sideMax: number }
  | { readonly kind: 'coarseMap'; readonly map: Uint8Array; readonly cells: number };

async function perform(job: QuickJob): Promise<unknown> {
  switch (job.kind) {
    case 'metadata':
      return readMetadata(job.bytes);
    case 'emptyMap':
      return mapPng(emptyMap(job.picture), job.sideMax);
    case 'coarseMap':
      return coarseMap(job.map, job.cells);
  }
}

export default threadWork(perform);
