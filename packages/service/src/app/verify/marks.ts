/** What the watermark tracks say, once each named asset was looked up (G3). @module */
import type { TrackEvidence } from '@assay/core/verdict/evidence';
import type { Asset, VerificationScope } from '../ports/assets.ts';
import type { TrackFinding } from '../ports/engine.ts';
import type { Ports } from '../ports/ports.ts';

export interface Marks {
  /** One for each track that was searched. A payload that names no live asset is no detection. */
  readonly tracks: readonly TrackEvidence[];
  /** Assets that tracks name, the one with most tracks first; equal numbers go by confidence. */
  readonly named: readonly Asset[];
}

export async function readMarks(
  deps: Pick<Ports, 'assets'>,
  findings: readonly TrackFinding[],
  scope: VerificationScope,
): Promise<Marks> {
  const ids = new Set(findings.flatMap(({ detected, assetId }) => (detected && assetId !== null ? [assetId] : [])));
  const live = new Map<string, Asset>();
  for (const id of ids) {
    const asset = await deps.assets.findLive(id, scope);
    if (asset) live.set(id, asset);
  }
  const tracks = findings.map(({ track, detected, assetId, confidence }) =>
    detected && assetId !== null && live.has(assetId)
      ? { track, detected, assetId, confidence }
      : { track, detected: false, assetId: null, confidence: 0 },
  );
  const weight = (id: string): number =>
    tracks.reduce((sum, { assetId, confidence }) => (assetId === id ? sum + 1 + confidence / 100 : sum), 0);
  const named = [...live.values()].sort((a, b) => weight(b.id) - weight(a.id) || (a.id < b.id ? -1 : 1));
  return { tracks, named };
}
