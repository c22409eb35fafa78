/**
 * What `import ... from '@assay/sdk'` gives. Each part has a subpath of its own as well; that of proofs alone
 * (`@assay/sdk/receipt`) and that of files on disk (`@assay/sdk/node`) are not here, so that a page loads neither.
 * @module
 */
export { AssayClient } from './client.ts';
export type {
  AssetQuery,
  CommitmentQuery,
  CommitOptions,
  Download,
  HistoryQuery,
  PageQuery,
  UploadOptions,
  VerifyOptions,
} from './client.ts';
export type { CallOptions, ConnectionOptions } from './connection.ts';
export * from './errors.ts';
export type { ImageInput } from './image.ts';
export { Listing } from './listing.ts';
export type { RetryNotice, RetryPolicy } from './retry.ts';
export { detectedTracks, TRACKS } from './tracks.ts';
export type { UploadProgress } from './transport.ts';
export type * from './types.ts';
