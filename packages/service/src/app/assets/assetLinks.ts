/** Expiring links to the stored files of an asset: docs/spec/assets.md#signed-links. @module */
import type { Asset } from '../ports/assets/assets.ts';
import type { Ports } from '../ports/ports.ts';

export interface AssetLinks {
  readonly previewToken: string | null;
  readonly watermarkedToken: string | null;
}

const LIFETIME_MS = 15 * 60 * 1000;

/** Ends are rounded up to this, so that two readings within it give the same link and a browser may cache the picture. */
const STEP_MS = 5 * 60 * 1000;

export const linkExpiry = (now: Date): Date => new Date(Math.ceil((now.getTime() + LIFETIME_MS) / STEP_MS) * STEP_MS);

/** Valid for 15 to 20 minutes; null where there is no such file. */
export async function assetLinks(deps: Pick<Ports, 'urlSigner' | 'clock'>, asset: Asset): Promise<AssetLinks> {
  const until = linkExpiry(deps.clock.now());
  return {
    previewToken: asset.previewSizeBytes === null ? null : await deps.urlSigner.sign(asset.id, 'preview', until),
    watermarkedToken: asset.watermarkedCid === null ? null : await deps.urlSigner.sign(asset.id, 'watermarked', until),
  };
}
