/** Job: pairwise comparison: registers a submitted picture to a stored one and tells what differs. @module */
import { luma } from '@assay/core/raster';
import { compareRegistered } from '@assay/core/tamper/compare';
import { weighedComparison } from '@assay/core/verdict/replacedContent';
import { modificationsOf } from '@assay/core/verdict/modifications';
import type { Compared, CompareRequest } from '../../../app/ports/verify/engine.ts';
import type { PictureLimits } from '../../codec/inspectHeader.ts';
import { fewestKeypoints, registerViews } from '../../vision/register.ts';
import { toWholeReference, wholeDifference, wholeRegistration } from '../fullSize.ts';
import { mapInCells } from '../mapInCells.ts';
import { mapPng } from '../mapPng.ts';
import { picturesOfThread, type SeenPicture, type SeenPictures } from '../seenPictures.ts';
import type { EngineLimits } from '../settings.ts';
import { assetMark, NO_MARK, type TrackSettings } from '../tracks.ts';

const unregistered = (keypoints: number): Compared => ({
  registration: null,
  keypoints,
  difference: null,
  ...NO_MARK,
  mapPng: null,
  modifications: [],
});

/** The reference may be larger than an upload may be: it is a file of ours. A file compared with itself is decoded once. */
async function readReference(
  request: CompareRequest,
  query: SeenPicture,
  seen: SeenPictures,
  limits: PictureLimits,
): Promise<SeenPicture> {
  if (Buffer.compare(request.query, request.reference) === 0) return query;
  return seen.read(request.reference, { ...limits, bytesMax: Number.POSITIVE_INFINITY });
}

type Settings = PictureLimits & TrackSettings & Pick<EngineLimits, 'seenPicturesBytesMax'>;

/** @throws {AppError} INVALID_FILE_TYPE, FILE_TOO_LARGE for the query */
export async function compare(request: CompareRequest, limits: Settings): Promise<Compared> {
  const seen = picturesOfThread(limits);
  // One after the other: of two large pictures only one is in memory at its full size.
  const { picture: query, view } = await seen.read(request.query, limits);
  const { picture: reference, view: referenceView } = await readReference(
    request,
    { picture: query, view },
    seen,
    limits,
  );
  const found = await registerViews(view, referenceView, {
    isLikely: request.isLikely ?? true,
    isNamed: request.asset?.isMarkRead ?? false,
  });
  if (found === null) return unregistered(await fewestKeypoints(view, referenceView));
  const compared = compareRegistered(query.raster, reference.raster, found, {
    measuresShot: request.asset?.isMarkRead === false,
  });
  const pictures = { query, reference };
  const registration = wholeRegistration(found, pictures);
  const toReference = { ...found, homography: toWholeReference(found, reference) };
  const { asset } = request;
  const { facts, map, mark } = weighedComparison(compared, (changed) =>
    asset?.isMarked
      ? assetMark(() => luma(query.raster), toReference, reference.facts, { ...asset, changed }, limits)
      : NO_MARK,
  );
  const difference = wholeDifference(facts, registration, pictures);
  return {
    registration,
    keypoints: null,
    difference,
    ...mark,
    mapPng:
      request.mapSideMax === null
        ? null
        : await mapPng(request.mapCells === undefined ? map : mapInCells(map, request.mapCells), request.mapSideMax),
    modifications: modificationsOf(difference, { query: query.facts, reference: reference.facts }),
  };
}
