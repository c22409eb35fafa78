/** What an organization keeps. @module */

export interface StorageUsage {
  readonly usedBytes: number;
  readonly limitBytes: number;
  readonly assetsCount: number;
  readonly byKind: Readonly<
    Record<'original' | 'watermarked' | 'preview' | 'copies' | 'manifests' | 'archive' | 'submissions', number>
  >;
  /** First and last day of the month, UTC, `YYYY-MM-DD`. */
  readonly period: { readonly start: string; readonly end: string };
}

export interface StorageUsages {
  of(organizationId: string, at: Date): Promise<StorageUsage>;
}
