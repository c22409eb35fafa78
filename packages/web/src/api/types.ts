/** What goes over the wire and the SDK has no name of its own for yet. @module */
import type * as api from '@assay/sdk/generated/api';
import type { VerificationResult } from '@assay/sdk/types';

/** What a public link shows. */
export type Shared = api.Shared;
export type PublicAsset = NonNullable<Shared['asset']>;
export type ShareLink = api.ShareLink;
/** With its address, which no other answer has. */
export type NewShareLink = api.NewShareLink;

/** A result as whoever has a link to it is told it. */
export type ShownResult = Omit<VerificationResult, 'recipient_copy'>;

export type Webhook = api.Webhook;
/** With its secret, which no other answer has. */
export type WebhookWithSecret = api.WebhookWithSecret;
export type WebhookEvent = api.WebhookEventPage['items'][number];
export type DeliveryLine = api.WebhookDeliveryLine;
export type Delivery = api.WebhookDelivery;
/** A verdict that somebody says is wrong. */
export type Dispute = api.Dispute;
/** The same as operators see it. */
export type ReviewedDispute = api.ReviewedDispute;
/** Many pictures that are registered behind the answer. */
export type Import = api.Import;
export type ImportFile = api.ImportFile;
export type Comparison = api.PictureComparison;
