import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { routedPages } from '../../served/routedPages.ts';
import { ADDRESS } from '../../src/addresses.ts';
import { type Part, PARTS, partOf } from '../../src/i18n/parts.ts';

const SOURCE = path.join(import.meta.dirname, '../../src');
/** On every page. */
const ALWAYS = ['frame'] as const satisfies readonly Part[];

/** All files that come with this one, and not later. */
async function filesOf(file: string, found: Map<string, string> = new Map()): Promise<ReadonlyMap<string, string>> {
  if (found.has(file)) return found;
  const text = await readFile(file, 'utf8');
  found.set(file, text);
  for (const [, name] of text.matchAll(/^(?:import|export) (?!type )[^;]*?from '(\.[^']+)';/gm)) {
    const next = path.resolve(path.dirname(file), String(name));
    if (!next.includes('/i18n/')) await filesOf(next, found);
  }
  return found;
}

/** Keys that parts of a page show, as the file writes them: holes of templates stand for a word each. */
const keysOf = (text: string): readonly RegExp[] =>
  [...text.matchAll(/\bt(?:\.plural)?\(\s*['`]([a-z]+\.[\w.${}]+)['`]/gi)].map(
    ([, key]) =>
      new RegExp(
        `^${String(key)
          .replaceAll(/\$\{[^}]*\}/g, '[\\w-]+')
          .replaceAll('.', '\\.')}(?:\\.other)?$`,
      ),
  );

test('every page fetches the parts of a language that it says, with its own file', async () => {
  const pages = routedPages(await readFile(path.join(SOURCE, 'app/router.tsx'), 'utf8'));
  expect(pages.map(({ name }) => name).sort()).toEqual(Object.keys(ADDRESS).sort());
  const known = new Map(
    await Promise.all(PARTS.map(async (part) => [part, Object.keys(await partOf('de', part))] as const)),
  );
  for (const { module: name, parts } of pages) {
    const said = new Set([...ALWAYS, ...(parts as Part[])].flatMap((part) => known.get(part) ?? []));
    const files = await filesOf(path.resolve(SOURCE, name));
    for (const [file, text] of files) {
      // What belongs to results alone, in a file that other pages share.
      if (file.endsWith('pages/verify/select.ts')) continue;
      for (const key of keysOf(text))
        expect(
          [...said].some((one) => key.test(one)),
          `${name}: ${key.source} of ${path.relative(SOURCE, file)}`,
        ).toBe(true);
    }
  }
});
