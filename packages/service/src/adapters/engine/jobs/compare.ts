/** Job: lays a submitted picture over a stored one and tells what differs. @module */
import { luma } from '@assay/core/raster';
import { compareRegistered } from '@assay/core/tamper/compare';
import type { TamperMap } from '@assay/core/tamper/comparison';
import { modificationsOf } from '@assay/core/verdict/modifications';
import type { Compared, CompareRequest } from '../../../app/ports/engine.ts';
import { decodeImage } from '../../codec/decodeImage.ts';
import { sharp } from '../../codec/imageLibrary.ts';
import type { PictureLimits } from '../../codec/inspectHeader.ts';
import { registerPictures } from '../../vision/register.ts';
import { markSigma, type TrackSettings } from '../tracks.ts';

const NOTHING: Compared = { registration: null, difference: null, markSigma: null, mapPng: null, modifications: [] };

/** 8-bit grey PNG, long side at most `sideMax` px, never enlarged. */
async function mapPng({ width, height, data }: TamperMap, sideMax: number): Promise<Uint8Array> {
  return sharp(data, { raw: { width, height, channels: 1 } })
    .resize({ width: sideMax, height: sideMax, fit: 'inside', withoutEnlargement: true })
    .toColourspace('b-w')
    .png()
    .toBuffer();
}

/**
 * The reference may be larger than an upload may be: it is a file of ours.
 * @throws {AppError} INVALID_FILE_TYPE, FILE_TOO_LARGE for the query
 */
export async function compare(request: CompareRequest, limits: PictureLimits & TrackSettings): Promise<Compared> {
  const query = await decodeImage(request.query, limits);
  const reference = await decodeImage(request.reference, { ...limits, bytesMax: Number.POSITIVE_INFINITY });
  const registration = await registerPictures(query.raster, reference.raster);
  if (registration === null) return NOTHING;
  const { map, ...difference } = compareRegistered(query.raster, reference.raster, registration);
  return {
    registration,
    difference,
    markSigma:
      request.markOf === undefined
        ? null
        : markSigma(luma(query.raster), registration, reference.raster, request.markOf, limits),
    mapPng: request.mapSideMax === null ? null : await mapPng(map, request.mapSideMax),
    modifications: modificationsOf(difference, { query: query.facts, reference: reference.facts }),
  };
}
