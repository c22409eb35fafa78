/** Stored files, with a credential or by signed link. @module */
import type { Route } from '../../httpDeps.ts';
import { downloadAssetRoute } from './downloadAsset.ts';
import { downloadStoredRoute } from './downloadStored.ts';
import { openSignedLinkRoute } from './openSignedLink.ts';

export const downloadRoutes: readonly Route[] = [downloadAssetRoute, downloadStoredRoute, openSignedLinkRoute];
