/** The pictures of a page as the build names them. @module */
import path from 'node:path';
import type { Rolldown } from 'vite';

/** As the drawing server names files from outside its folder, and no browser finds them. */
const UNBUILT = /(?<=")\/@fs(\/[^"?]+)(?:\?[^"]*)?(?=")/g;

/**
 * @param root of the pages; the build names files from there
 * @returns puts the built address into HTML for each of a source. @throws {TypeError} for a picture that was not built
 */
export function builtPictures(bundle: Rolldown.OutputBundle, root: string): (html: string) => string {
  const built = new Map(
    Object.values(bundle).flatMap((file) =>
      file.type === 'asset' ? file.originalFileNames.map((name) => [path.resolve(root, name), file.fileName]) : [],
    ),
  );
  return (html) =>
    html.replaceAll(UNBUILT, (_whole, source: string) => {
      const name = built.get(decodeURI(source));
      if (name === undefined) throw new TypeError(`builtPictures: ${source} was not built`);
      return `/${name}`;
    });
}
