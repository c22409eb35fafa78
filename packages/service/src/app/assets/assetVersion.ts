/** Which state of an asset one has seen: changes with every write to its row. @module */
import type { Asset } from '../ports/assets/assets.ts';

export const assetVersion = (asset: Asset): string =>
  `${asset.id}.${(asset.updatedAt ?? asset.createdAt).getTime().toString(36)}.${asset.processingStatus}`;
