/** Where public files are from, as `collect.ts` writes it beside them. @module */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { TrustLists } from '@assay/service/adapters/c2pa/trustLists';

export interface Source {
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly repository: string;
  readonly commit: string;
  readonly path: string;
  /** The same bytes in other places. */
  readonly copies: number;
}

export interface Sources {
  readonly files: readonly Source[];
  /** Files with Content Credentials that are not among them. */
  readonly elsewhere: readonly { readonly repository: string; readonly path: string; readonly why: string }[];
  readonly trust: Readonly<Record<string, readonly string[]>>;
  readonly lookedThrough: readonly { readonly repository: string; readonly commit: string }[];
}

export const sourcesIn = (folder: string): Sources =>
  JSON.parse(readFileSync(path.join(folder, 'sources.json'), 'utf8')) as Sources;

export function trustIn(folder: string): TrustLists {
  const of = (name: string): string => readFileSync(path.join(folder, 'trust', name), 'utf8');
  return {
    anchors: of('anchors.pem'),
    allowed: of('allowed.pem'),
    purposes: of('purposes.cfg'),
    timestamps: of('timestamps.pem'),
    identities: of('identities.pem'),
  };
}
