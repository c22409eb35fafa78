/**
 * Compares a submitted picture with the stored one that it was registered to, and maps what was changed locally.
 * Recipe: resample the reference onto the query, low-pass both, remove residual misregistration and the picture-wide
 * tone and colour change, compare local structure, tone and colour, keep regions larger than the window.
 * Measured in bench/verdict; see docs/decisions/0004-registration-and-tamper.md.
 * @module
 */
import type { Plane, Raster } from '../raster.ts';
import { describeGeometry } from '../registration/geometry.ts';
import { compose, resizing } from '../registration/homography.ts';
import type { Registration } from '../registration/registration.ts';
import { gaussianBlur } from '../signal/gaussianBlur.ts';
import { resizeBilinear } from '../signal/resize.ts';
import { fitColour } from './colourFit.ts';
import type { Comparison, TamperRegion, ToneChange } from './comparison.ts';
import { foreignShare } from './foreignContent.ts';
import { type LocalDifference, localDifference, lumaChroma } from './localDifference.ts';
import { halved, halfSize } from './localStatistics.ts';
import { connectedRegions, erode, open } from './morphology.ts';
import { type ColourPlanes, reducedQuery, warpedReference, workingSize } from './registeredColour.ts';
import { displaced, type Flow, residualFlow } from './residualFlow.ts';

export interface CompareOptions {
  /** Long side of the working picture and of the map, px, 16..1024; default 640. */
  readonly sideMax?: number;
}

const SIDE_MAX_DEFAULT = 640;
const SIDE_MAX_LIMIT = 1024;
/** Low-pass of both pictures, px of the working picture; README-measured recipe. */
const LOW_PASS_SIGMA = 1.6;
/** Pixels nearer than this to the edge of the overlap are mixed with what lies beyond by the low-pass. */
const EDGE_PX = 4;
/** Bound of the residual flow, half-grid px: 2.5 px of the working picture. */
const SHIFT_MAX = 1.25;
/** Score at which a cell counts as changed: the middle of every ramp. */
const SCORE_CHANGED = 0.5;
/** Opening radius on the half grid: a changed region is at least 3 cells = 6 px wide. */
const OPEN_RADIUS = 1;
const REGIONS_MAX = 32;
/** Regions smaller than this share of the overlap are not listed: chance leaves some in most pictures. */
const REGION_SHARE_MIN = 0.0005;
/** Mean change of luma or chroma that recompression and marks stay below, levels; bench/verdict. */
const TONE_CHANGED_MIN = 3;

/**
 * @param query        the submitted picture
 * @param reference    the stored picture
 * @param registration query to reference, pixels of these very pictures
 * @throws {RangeError} if `sideMax` is out of range or the homography singular
 */
export function compareRegistered(
  query: Raster,
  reference: Raster,
  registration: Registration,
  options: CompareOptions = {},
): Comparison {
  const sideMax = options.sideMax ?? SIDE_MAX_DEFAULT;
  if (!(sideMax >= 16 && sideMax <= SIDE_MAX_LIMIT))
    throw new RangeError(`compareRegistered: sideMax must be 16..${SIDE_MAX_LIMIT}, got ${sideMax}`);
  const size = workingSize(query, sideMax);
  const toReference = compose(registration.homography, resizing(size, query));
  if (!toReference) throw new RangeError('compareRegistered: the homography is singular');
  const geometry = describeGeometry(registration.homography, query, reference, registration.mirrored);
  const density = (geometry.scale * size.width) / query.width;
  const queryColour = reducedQuery(query, size);
  const warped = warpedReference(reference, toReference, geometry.cropBox, density, size);
  const inside = erode(warped.covered, size.width, size.height, EDGE_PX);

  const queryLow = lowPassed(queryColour);
  const before = lowPassed(warped);
  const fitted: ColourPlanes = { ...size, channels: [...before.channels] };
  // The curve needs registered pictures and the flow needs equal tone: curve, flow, then both fits on what is aligned.
  const toned = copyOf(before);
  fitColour(queryLow, toned, inside);
  const aligned = alignedBy(flowBetween(queryLow, toned, inside), fitted);
  const tonedAligned = copyOf(aligned);
  fitColour(queryLow, tonedAligned, inside);

  const local = localDifference(queryLow, tonedAligned, inside);
  const changes = changedRegions(local, query);
  const covered = warped.covered.reduce((sum, value) => sum + value, 0);
  return {
    badNccShare: local.badNccShare,
    coverage: covered / warped.covered.length,
    foreignShare: foreignShare(lumaChroma(queryColour)[0], warped.covered),
    ...changes,
    tone: toneChange(aligned, tonedAligned, inside),
    noise: local.noise,
    geometry,
    map: {
      ...size,
      data: Uint8Array.from(
        resizeBilinear({ ...halfSize(size), data: local.score }, size.width, size.height).data,
        (value) => Math.round(255 * value),
      ),
    },
  };
}

const copyOf = (picture: ColourPlanes): ColourPlanes => {
  const [r, g, b] = picture.channels;
  return { width: picture.width, height: picture.height, channels: [r.slice(), g.slice(), b.slice()] };
};

function lowPassed(picture: ColourPlanes): ColourPlanes {
  const { width, height } = picture;
  const blurred = (data: Float32Array): Float32Array =>
    gaussianBlur({ width, height, data }, LOW_PASS_SIGMA, { truncate: 3 }).data;
  const [r, g, b] = picture.channels;
  return { width, height, channels: [blurred(r), blurred(g), blurred(b)] };
}

/** Residual flow on the half grid, half-grid pixels. */
function flowBetween(query: ColourPlanes, reference: ColourPlanes, inside: Uint8Array): Flow {
  const half = halfSize(query);
  const everywhere = new Uint8Array(inside.length).fill(1);
  const halfLuma = (picture: ColourPlanes): Plane => ({
    ...half,
    data: halved(lumaChroma(picture)[0].data, everywhere, picture),
  });
  const share = halved(null, inside, query);
  const mask = Uint8Array.from(share, (value) => (value === 1 ? 1 : 0));
  return residualFlow(halfLuma(query), halfLuma(reference), mask, SHIFT_MAX);
}

/** The picture read along a half-grid flow. */
function alignedBy(flow: Flow, picture: ColourPlanes): ColourPlanes {
  const { width, height } = picture;
  const full = (component: Plane): Plane => {
    const enlarged = resizeBilinear(component, width, height);
    for (let i = 0; i < enlarged.data.length; i++) enlarged.data[i] = 2 * (enlarged.data[i] as number);
    return enlarged;
  };
  const fullFlow: Flow = { dx: full(flow.dx), dy: full(flow.dy) };
  const read = (data: Float32Array): Float32Array => {
    const out = new Float32Array(data.length);
    displaced({ width, height, data }, fullFlow, out);
    return out;
  };
  const [r, g, b] = picture.channels;
  return { width, height, channels: [read(r), read(g), read(b)] };
}

/** How far the fits moved the reference's luma and chroma inside the overlap. */
function toneChange(before: ColourPlanes, after: ColourPlanes, inside: Uint8Array): ToneChange {
  const from = lumaChroma(before);
  const to = lumaChroma(after);
  const sums = [0, 0, 0];
  let count = 0;
  for (let i = 0; i < inside.length; i++) {
    if (inside[i] === 0) continue;
    count++;
    for (let c = 0; c < 3; c++)
      sums[c] =
        (sums[c] as number) + Math.abs(((to[c] as Plane).data[i] as number) - ((from[c] as Plane).data[i] as number));
  }
  const scale = count > 0 ? 1 / count : 0;
  const lumaShift = (sums[0] as number) * scale;
  const chromaShift = ((sums[1] as number) + (sums[2] as number)) * scale;
  return { lumaShift, chromaShift, changed: Math.max(lumaShift, chromaShift) > TONE_CHANGED_MIN };
}

type Changes = Pick<Comparison, 'blobShare' | 'changedShare' | 'tamperScore' | 'regions'>;

/** Thresholds, opens and labels the scores; regions in pixels of the query. */
function changedRegions(local: LocalDifference, query: Raster): Changes {
  const { width, height, score, valid } = local;
  const overlap = valid.reduce((sum, value) => sum + value, 0);
  const changed = Uint8Array.from(score, (value) => (value >= SCORE_CHANGED ? 1 : 0));
  const found = connectedRegions(open(changed, width, height, OPEN_RADIUS), width, height, score);
  const largest = found[0];
  if (!largest || overlap === 0) return { blobShare: 0, changedShare: 0, tamperScore: 0, regions: [] };
  const scaleX = query.width / width;
  const scaleY = query.height / height;
  const regions: TamperRegion[] = [];
  for (const region of found.slice(0, REGIONS_MAX)) {
    if (region.area < REGION_SHARE_MIN * overlap) break;
    const x = Math.floor(region.left * scaleX);
    const y = Math.floor(region.top * scaleY);
    const w = Math.min(query.width, Math.ceil(region.right * scaleX)) - x;
    const h = Math.min(query.height, Math.ceil(region.bottom * scaleY)) - y;
    regions.push({ x, y, w, h, score: region.mean });
  }
  const area = found.reduce((sum, region) => sum + region.area, 0);
  return {
    blobShare: largest.area / overlap,
    changedShare: area / overlap,
    tamperScore: largest.mean,
    regions,
  };
}
