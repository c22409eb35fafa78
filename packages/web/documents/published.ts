/** Which documents of the repository a running service shows, and where. @module */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { SECTIONS } from '../src/addresses.ts';
import { titleOf } from './documentTree.ts';

const DOCS = path.resolve(import.meta.dirname, '../../../docs');

/** It names tests, which whoever runs the service does not have. */
const OF_THE_REPOSITORY: ReadonlySet<string> = new Set(['/docs/spec/promises']);

export interface PublishedDocument {
  /** Path in this service: `/docs/guides/newsroom`. */
  readonly address: string;
  readonly file: string;
  readonly title: string;
}

/** By section, in the order of their names. */
export const PUBLISHED: readonly PublishedDocument[] = SECTIONS.flatMap((section) =>
  readdirSync(path.join(DOCS, section))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => ({ address: `/docs/${section}/${name.slice(0, -3)}`, file: path.join(DOCS, section, name) })),
)
  .filter(({ address }) => !OF_THE_REPOSITORY.has(address))
  .map((document) => ({ ...document, title: titleOf(readFileSync(document.file, 'utf8')) }));

/** Where a link of a document leads inside the service; null where what it names stays in the repository. */
export function servedLink(from: string, link: string): { readonly address: string; readonly title?: string } | null {
  if (/^(?:https:|#)/.test(link)) return { address: link };
  const [file = '', anchor] = link.split('#');
  const target = path.resolve(path.dirname(from), file);
  const known = PUBLISHED.find((other) => other.file === target);
  return known ? { address: known.address + (anchor === undefined ? '' : `#${anchor}`), title: known.title } : null;
}
