/**
 * What `import ... from '@assay/sdk'` gives. Each part has a subpath of its own as well. What checks proofs is
 * loaded with the first of them, so that a page does not carry it from the start.
 * @module
 */
import type { verifyBundle as checkBundle } from './bundle.ts';
import type { verifyReceipt as checkReceipt } from './receipt.ts';

export { AssayClient } from './client.ts';
export type {
  AssetQuery,
  CommitmentQuery,
  CommitOptions,
  DocumentOptions,
  Download,
  HistoryQuery,
  PageQuery,
  ReceiveOptions,
  UploadOptions,
  VerifyOneOptions,
  VerifyOptions,
  SendOptions,
} from './options.ts';
export type { CallOptions, ConnectionOptions } from './connection.ts';
export * from './errors.ts';
export type { KnownOfBundle, VerifiedBundle } from './bundle.ts';
export type { ImageInput } from './image.ts';
export { Listing } from './listing.ts';
export type { OperationAnswer, OperationInput, OperationName, OperationOptions } from './operation.ts';
export type { KnownFacts, VerifiedClaim, VerifiedReceipt } from './receipt.ts';
export type { RetryNotice, RetryPolicy } from './retry.ts';
export { detectedTracks, TRACKS } from './tracks.ts';
export type { UploadProgress } from './transport.ts';
export type { DownloadProgress } from './received.ts';
export type * from './types.ts';
export { verifyWebhook, type WebhookEvent, type WebhookOptions, WebhookVerificationError } from './webhook.ts';

/** As that of `@assay/sdk/receipt`, which is loaded when the first proof is checked. */
export const verifyReceipt: typeof checkReceipt = async (...given) =>
  (await import('./receipt.ts')).verifyReceipt(...given);

/** Another name of `verifyReceipt`: what it checks is the proof of a commitment. */
export const verifyProof = verifyReceipt;

/** As that of `@assay/sdk/bundle`, which is loaded when the first bundle is checked. */
export const verifyBundle: typeof checkBundle = async (...given) =>
  (await import('./bundle.ts')).verifyBundle(...given);
