/** Folders that come with the service beside its code. @module */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Where a folder lies that comes with the service: inside its package where `npm run packages -- --service` packed it there, else
 * where the repository has it. Both are as far above the sources as above what a build makes of them.
 */
export function shippedFolder(inPackage: string, inRepository: string): string {
  const packed = new URL(`../../../${inPackage}/`, import.meta.url);
  return fileURLToPath(existsSync(packed) ? packed : new URL(`../../../../../${inRepository}/`, import.meta.url));
}
