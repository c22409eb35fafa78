/** Parts of documents that the code writes: what stands between `<!-- name -->` and `<!-- end -->`. @module */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../../../..');

/** @throws {Error} when the page has no such place */
function withBlock(page: string, name: string, content: string): string {
  const place = new RegExp(`<!-- ${name} -->\n[\\s\\S]*?<!-- end -->`);
  if (!place.test(page)) throw new Error(`the page has no <!-- ${name} --> ... <!-- end -->`);
  return page.replace(place, () => `<!-- ${name} -->\n\n${content.trim()}\n\n<!-- end -->`);
}

/**
 * Expects that the page says in each of the named places what the code says; `vitest run --update` writes them anew.
 * @param document path from the root
 */
export async function expectBlocks(document: string, blocks: Readonly<Record<string, string>>): Promise<void> {
  let page = readFileSync(path.join(root, document), 'utf8');
  for (const [name, content] of Object.entries(blocks)) page = withBlock(page, name, content);
  await expect(page).toMatchFileSnapshot(path.join(root, document));
}

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
    .replaceAll(' --- ', '---');
