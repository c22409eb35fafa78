/** Manifests in memory: none; the database has the real ones. @module */
import type { Manifests } from '../../src/app/ports/credentials/manifests.ts';
import { onlyInDatabase } from './onlyInDatabase.ts';

export const memoryManifests = (): Manifests => ({
  add: onlyInDatabase('manifests.add'),
  find: async () => null,
  storeOf: async () => null,
  byBinding: async () => [],
  ofAssets: async () => [],
  ofCopies: async () => [],
  nearestByPdq: async () => [],
  bind: async () => false,
  remove: async () => false,
});
