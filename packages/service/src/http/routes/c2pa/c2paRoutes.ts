/** The C2PA Soft Binding Resolution API. @module */
import type { Route } from '../../httpDeps.ts';
import { bindManifestRoute } from './bindManifest.ts';
import { getManifestRoute } from './getManifest.ts';
import { matchesByBindingRoute } from './matchesByBinding.ts';
import { matchesByContentRoute } from './matchesByContent.ts';
import { matchesByLargeBindingRoute } from './matchesByLargeBinding.ts';
import { matchesByReferenceRoute } from './matchesByReference.ts';
import { putBindingRoute } from './putBinding.ts';
import { readCrJsonRoute } from './readCrJson.ts';
import { removeManifestRoute } from './removeManifest.ts';
import { storeManifestRoute } from './storeManifest.ts';
import { supportedAlgorithmsRoute } from './supportedAlgorithms.ts';

export const c2paRoutes: readonly Route[] = [
  matchesByBindingRoute,
  matchesByLargeBindingRoute,
  matchesByContentRoute,
  matchesByReferenceRoute,
  getManifestRoute,
  readCrJsonRoute,
  supportedAlgorithmsRoute,
  storeManifestRoute,
  bindManifestRoute,
  putBindingRoute,
  removeManifestRoute,
];
