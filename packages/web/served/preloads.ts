/** Which files a page's script will ask for one after the other, so that the browser may ask for all of them at once. @module */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Rolldown } from 'vite';
import { ADDRESS } from '../src/addresses.ts';
import { type RoutedPage, routedPages } from './routedPages.ts';

const SOURCE = path.join(import.meta.dirname, '../src');

/** Of every page: it waits for the first frame, its files need not. */
const START = 'app/start.tsx';

/** What a page draws before that. */
const AHEAD: Readonly<Record<string, readonly string[]>> = { gallery: ['ahead/gallery.ts'] };

/** @returns the files of the page at an address as the service spells it, in a language; where there is no page, those of every one */
export async function preloads(
  bundle: Rolldown.OutputBundle,
): Promise<(address: string, language: string) => readonly string[]> {
  const pages = routedPages(await readFile(path.join(SOURCE, 'app/router.tsx'), 'utf8'));
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const holding = (module: string) =>
    chunks.find(({ moduleIds }) => moduleIds.includes(path.join(SOURCE, module)))?.fileName;
  const withImports = (file: string, found = new Set<string>()): ReadonlySet<string> => {
    if (found.has(file)) return found;
    found.add(file);
    for (const next of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) withImports(next, found);
    return found;
  };
  return (address, language) => {
    const page = pages.find((one) => fits(one, address));
    const parts = page ? ['frame', ...page.parts] : [];
    const modules = page ? [page.module, ...parts.map((part) => `i18n/${language}/${part}.ts`)] : [];
    const ahead = page ? (AHEAD[page.name] ?? []) : [];
    const files = [...ahead, START, ...modules].map(holding).filter((file) => file !== undefined);
    return [...new Set(files.flatMap((file) => [...withImports(file)]))];
  };
}

function fits({ name }: RoutedPage, address: string): boolean {
  const pattern = ADDRESS[name as keyof typeof ADDRESS].replaceAll(/\$\w+/g, '[^/]+');
  return new RegExp(`^${pattern}$`).test(address);
}
