/** Public links to an asset or a verification. @module */
import type { Route } from '../../httpDeps.ts';
import { listAssetSharesRoute } from './listAssetShares.ts';
import { listVerificationSharesRoute } from './listVerificationShares.ts';
import { openShareLinkRoute } from './openShareLink.ts';
import { revokeAssetShareRoute } from './revokeAssetShare.ts';
import { revokeVerificationShareRoute } from './revokeVerificationShare.ts';
import { shareAssetRoute } from './shareAsset.ts';
import { sharePageRoutes } from './sharePages.ts';
import { shareVerificationRoute } from './shareVerification.ts';

export const shareRoutes: readonly Route[] = [
  shareAssetRoute,
  listAssetSharesRoute,
  revokeAssetShareRoute,
  shareVerificationRoute,
  listVerificationSharesRoute,
  revokeVerificationShareRoute,
  openShareLinkRoute,
  sharePageRoutes,
];
