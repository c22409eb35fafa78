/** Files from disk, for Node only; a page never loads this module. @module */

/** What of Node is needed, in words of our own: a page that is compiled with the client has no types of Node. */
type Load = <Name extends keyof Modules>(name: Name) => Modules[Name];
interface Modules {
  'node:fs/promises': { readFile(path: string): Promise<Uint8Array<ArrayBuffer>> };
  'node:path': { basename(path: string): string };
}

/**
 * The file at `filePath`, named by its last part. It is read at once, so later changes on disk do not matter.
 * @throws {TypeError} outside of Node; the error of node:fs (ENOENT, EACCES, ...)
 */
export async function fileFromPath(filePath: string): Promise<File> {
  // Not an import: bundlers for browsers would stumble over it.
  const load = (globalThis as { process?: { getBuiltinModule?: Load } }).process?.getBuiltinModule;
  if (!load) throw new TypeError('a path can be read in Node alone; give a File, a Blob or bytes');
  const { readFile } = load('node:fs/promises');
  return new File([await readFile(filePath)], load('node:path').basename(filePath));
}
