import { notFound } from '@tanstack/react-router';
import { DOCUMENTS } from 'virtual:documents';
import type { DocumentTree } from './documentTree.ts';

/** @throws what the router takes for an address at which nothing lies */
export function loadDocument(at: { section: string; name: string }): Promise<DocumentTree> {
  const wanted = `/docs/${at.section}/${at.name}`;
  const found = DOCUMENTS.find(({ address }) => address === wanted);
  if (!found) throw notFound();
  return found.load();
}
