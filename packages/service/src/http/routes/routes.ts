/** All operations, in the order in which the description of the API shows them. @module */
import type { Route } from '../httpDeps.ts';
import { accountRoutes } from './accounts/accountRoutes.ts';
import { apiKeyRoutes } from './apiKeys/apiKeyRoutes.ts';
import { assetRoutes } from './assets/assetRoutes.ts';
import { browserSessionRoutes } from './browserSession/browserSessionRoutes.ts';
import { blockchainRoutes } from './blockchain/blockchainRoutes.ts';
import { c2paRoutes } from './c2pa/c2paRoutes.ts';
import { contentRoutes } from './content/contentRoutes.ts';
import { importRoutes } from './imports/importRoutes.ts';
import { copyRoutes } from './copies/copyRoutes.ts';
import { downloadRoutes } from './downloads/downloadRoutes.ts';
import { healthRoutes } from './health/healthRoutes.ts';
import { operatorRoutes } from './operator/operatorRoutes.ts';
import { organizationRoutes } from './organizations/organizationRoutes.ts';
import { organizationUsageRoute } from './organizations/organizationUsage.ts';
import { rotateEncryptionKeyRoute } from './organizations/rotateEncryptionKey.ts';
import { shareRoutes } from './shares/shareRoutes.ts';
import { signInRoutes } from './signIn/signInRoutes.ts';
import { storageRoutes } from './storage/storageRoutes.ts';
import { transparencyRoutes } from './transparency/transparencyRoutes.ts';
import { verifyRoutes } from './verify/verifyRoutes.ts';
import { webhookRoutes } from './webhooks/webhookRoutes.ts';

export const ROUTES: readonly Route[] = [
  ...healthRoutes,
  ...operatorRoutes,
  ...accountRoutes,
  ...browserSessionRoutes,
  ...signInRoutes,
  ...assetRoutes,
  ...blockchainRoutes,
  ...importRoutes,
  ...copyRoutes,
  ...downloadRoutes,
  ...organizationRoutes,
  ...apiKeyRoutes,
  ...storageRoutes,
  rotateEncryptionKeyRoute,
  ...contentRoutes,
  ...shareRoutes,
  organizationUsageRoute,
  ...verifyRoutes,
  ...c2paRoutes,
  ...webhookRoutes,
  ...transparencyRoutes,
];
