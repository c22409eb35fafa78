/** Publications as JSON. @module */
import type { z } from 'zod';
import type { Publication } from '../../app/content/publishAsset.ts';
import { PublicationsBody } from '../schemas/storage/content.ts';

export const publicationsView = (
  assetId: string,
  publications: readonly Publication[],
  base: string,
): z.output<typeof PublicationsBody> => ({
  asset_id: assetId,
  files: publications.map(({ file, pin }) => ({
    variant: file.variant,
    cid: file.rootCid,
    size_bytes: file.sizeBytes,
    url: `${base}/ipfs/${file.rootCid}`,
    published_at: file.createdAt.toISOString(),
    pin: pin && { cid: pin.cid, status: pin.status, last_error: pin.lastError },
  })),
});
