/** What is kept, links to it, and whether it is still what it was. @module */
import type { Route } from '../../httpDeps.ts';
import { checkFilesRoute } from './checkFiles.ts';
import { signUrlRoute } from './signUrl.ts';
import { storageUsageRoute } from './storageUsage.ts';

export const storageRoutes: readonly Route[] = [storageUsageRoute, signUrlRoute, checkFilesRoute];
