/** What the thread of the embedded database and its owner say to each other. @module */

export interface EmbeddedWorkerData {
  /** Folder of the database; null keeps it in memory. */
  readonly folder: string | null;
  /** A dump that a new database starts from instead of an empty one (tests). */
  readonly template: Uint8Array<ArrayBuffer> | null;
  /** Else a folder that is not there yet is unpacked from this file, if there is one (`folderArchive.ts`). */
  readonly prepared: string | null;
}

export type ToWorker =
  /** Bytes of the frontend side of PostgreSQL's wire protocol; a new connection number ends the one before. */
  | { readonly kind: 'frontend'; readonly connection: number; readonly bytes: Uint8Array }
  | { readonly kind: 'dump' }
  /** Copies the folder of the database as it is at this moment, and whatever else changes along with it: `[from, to]`. */
  | { readonly kind: 'copy'; readonly to: string; readonly beside: readonly (readonly [string, string])[] }
  | { readonly kind: 'close' };

export type FromWorker =
  | { readonly kind: 'ready' }
  /** Bytes of the backend side. */
  | { readonly kind: 'backend'; readonly connection: number; readonly bytes: Uint8Array }
  | { readonly kind: 'dumped'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'copied'; readonly failure: string | null }
  | { readonly kind: 'closed' }
  /** The engine is not usable any more; the thread ends. */
  | { readonly kind: 'failed'; readonly message: string };
