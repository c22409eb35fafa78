/** The messages of a language in parts, each a file of its own that is fetched with the first page that needs it. @module */
import type { Messages } from './translate.ts';

/** Of each page: see the router. `frame` stands on all of them. */
export const PARTS = [
  'frame',
  'start',
  'verdict',
  'verify',
  'picture',
  'dispute',
  'share',
  'shared',
  'record',
  'account',
  'upload',
  'gallery',
  'imports',
  'assets',
  'asset',
  'settings',
  'organization',
  'webhooks',
  'others',
  'docs',
] as const;

export type Part = (typeof PARTS)[number];

/** Each file exports its messages under its own name. */
const FILES = import.meta.glob<Readonly<Record<string, Readonly<Partial<Messages>>>>>([
  './{en,de,zh,ar}/*.ts',
  // They come with `verdict`, `others` and `assets`.
  '!./*/{reason,review,quality}.ts',
]);

export async function partOf(language: string, part: Part): Promise<Readonly<Partial<Messages>>> {
  const file = FILES[`./${language}/${part}.ts`];
  if (!file) throw new TypeError(`partOf: there are no messages ${part} in ${language}`);
  return (await file())[part] ?? {};
}
