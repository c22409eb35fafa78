/** One measurement: register, compare, decide. */
import { luma, type Raster } from '@assay/core/raster';
import { compareRegistered } from '@assay/core/tamper/compare';
import type { TamperMap } from '@assay/core/tamper/comparison';
import { decide } from '@assay/core/verdict/decide';
import { registerPictures } from '../../packages/service/src/adapters/vision/register.ts';

export interface Measured {
  readonly inliers: number;
  readonly badNccShare: number;
  readonly blobShare: number;
  readonly coverage: number;
  readonly verdict: string;
  readonly ruleId: string;
  /** Null without a truth. */
  readonly iou: number | null;
  readonly registerMs: number;
  readonly compareMs: number;
}

/** Intersection over union of the map at half scale of grey and the truth, one sample a pixel of the query. */
function intersectionOverUnion(map: TamperMap, truth: Uint8Array, width: number, height: number): number {
  let both = 0;
  let either = 0;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const u = Math.min(map.width - 1, Math.floor(((x + 0.5) * map.width) / width));
      const v = Math.min(map.height - 1, Math.floor(((y + 0.5) * map.height) / height));
      const isFound = (map.data[v * map.width + u] as number) >= 128;
      const isTrue = truth[y * width + x] === 1;
      if (isFound && isTrue) both++;
      if (isFound || isTrue) either++;
    }
  return either > 0 ? both / either : 1;
}

const UNREGISTERED = { inliers: 0, badNccShare: 1, blobShare: 0, coverage: 0, iou: null, compareMs: 0 };

/** The verdict is that of an unmarked copy found by its fingerprint. */
export async function measure(query: Raster, reference: Raster, truth: Uint8Array | null): Promise<Measured> {
  const start = performance.now();
  const registration = await registerPictures(luma(query), luma(reference));
  const registered = performance.now();
  const comparison = registration && compareRegistered(query, reference, registration);
  const compared = performance.now();
  const { verdict, ruleId } = decide({
    version: 1,
    exact: null,
    tracks: [],
    candidates: [
      {
        assetId: 'stored',
        revokedAt: null,
        commitment: null,
        similarity: null,
        compared: true,
        registration,
        comparison,
      },
    ],
    c2pa: { state: 'none', bindingBroken: false },
  });
  const registerMs = registered - start;
  if (!registration || !comparison) return { ...UNREGISTERED, verdict, ruleId, registerMs };
  const { map, badNccShare, blobShare, coverage } = comparison;
  const iou = truth && intersectionOverUnion(map, truth, query.width, query.height);
  return {
    inliers: registration.inliers,
    badNccShare,
    blobShare,
    coverage,
    verdict,
    ruleId,
    iou,
    registerMs,
    compareMs: compared - registered,
  };
}
