/** Files under their content identifiers: archives, publication, the gateway. @module */
import type { Route } from '../../httpDeps.ts';
import { archiveAssetRoute } from './archiveAsset.ts';
import { getArchiveRoute } from './getArchive.ts';
import { getBlockRoute } from './getBlock.ts';
import { listPublicationsRoute } from './listPublications.ts';
import { publishAssetRoute } from './publishAsset.ts';
import { unpublishAssetRoute } from './unpublishAsset.ts';

export const contentRoutes: readonly Route[] = [
  archiveAssetRoute,
  getArchiveRoute,
  publishAssetRoute,
  listPublicationsRoute,
  unpublishAssetRoute,
  getBlockRoute,
];
