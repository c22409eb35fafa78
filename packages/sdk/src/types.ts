/**
 * What goes over the wire, field names as there (snake_case). Timestamps are ISO 8601 strings, identifiers UUIDs.
 * The shapes follow from the service's own schemas; here they get the names that callers use.
 * @module
 */
import type * as api from './generated/api.ts';

export type Health = api.Health;
export type OperatorView = api.OperatorView;

/** What pages say before anybody signs in. */
export type ServiceFacts = api.Service;
/** A service through which people can sign in. */
export type Provider = api.Provider;

export type User = api.RegisteredUser;
export type Me = api.Me;
export type Tokens = api.TokenPair;
export type WaitingDevice = api.WaitingDevice;
/** What a page may know of its session. */
export type BrowserSession = api.BrowserSession;
/** An account elsewhere with which the person signs in. */
export type LinkedIdentity = api.LinkedIdentity;
/** From where the person is signed in. */
export type SignedInSession = api.Session;
/** Without its secret. */
export type ApiKey = api.ApiKey;
/** With its secret, which no other answer has. */
export type MadeApiKey = api.MadeApiKey;
export type Usage = api.Usage;
export type Organization = api.Organization;
export type OrganizationPatch = api.OrganizationPatchInput;
/** A key with which an organization signs. */
export type MasterKey = api.MasterKey;
export type Invitation = api.Invitation;
/** Of an organization. */
export type Member = api.Member;
/** With `refresh_token` if the server rotated it; the old one then soon stops working. */
export type RefreshedTokens = api.AccessToken & { readonly refresh_token?: string };

export type AuditEntry = api.AuditEntry;
export type AuditHead = api.AuditHead;

export type Asset = api.Asset;
/** Where an asset comes from and what was done to it. */
export type Provenance = api.Provenance;
export type ProvenanceStep = api.ProvenanceStep;
export type Fingerprint = api.Fingerprint;
/** Another picture that looks nearly the same. */
export type SimilarAsset = api.SimilarAsset;
export type AssetPatch = api.AssetPatchInput;
export type ProcessingStatus = Asset['processing_status'];
export type DownloadVariant = 'original' | 'watermarked' | 'preview';

export type VerificationResult = api.VerificationResult;
export type Verdict = VerificationResult['verdict'];
export type EvidenceLine = VerificationResult['evidence'][number];
export type Modification = VerificationResult['metadata']['modifications'][number];
/** A box in pixels of the submitted picture. */
export type TamperRegion = VerificationResult['tamper_regions'][number];
/** One picture of a batch; a failed one has verdict `unknown` and says why in `error`. */
export type BatchItem = api.BatchItem;
export type BatchResult = api.BatchResult;
export type HistoryItem = api.HistoryItem;
/** Two pictures held against each other. */
export type PictureComparison = api.PictureComparison;
export type ShareLink = api.NewShareLink;
export type RecipientCopy = api.RecipientCopy;
export type Webhook = api.Webhook;
export type WebhookDelivery = api.WebhookDelivery;
export type VerificationReport = api.VerificationReport;

/** A commitment that was just made. */
export type Committed = api.Committed;
/** A commitment as everybody may see it. */
export type Commitment = api.Commitment;
/** A commitment as members of its organization see it. */
export type OwnCommitment = api.OwnCommitment;
/** What the ledger says of a transaction, with a proof that needs nobody's word. */
export type CheckedTransaction = api.CheckedTransaction;

export type StorageUsage = api.StorageUsage;
export type SignedUrl = api.SignedUrl;
export type FileCheck = api.FileCheck;
export type Archive = api.Archive;
export type Publications = api.Publications;
export type RotatedKey = api.RotatedKey;
/** The public log of all commitments. */
export type TransparencyLog = api.TransparencyLog;
export type InclusionProof = api.InclusionProof;
export type ConsistencyProof = api.ConsistencyProof;

export type FieldError = api.FieldError;
export type ErrorBody = api.Error;

/** What a verification has done. */
export interface ReachedStage {
  readonly stage: 'read' | 'searched' | 'compared' | 'judged';
  /** It was not needed; null: nobody watched, so nobody knows. */
  readonly skipped: boolean | null;
}

/** One page of any collection. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Items on all pages. */
  readonly total: number;
  readonly page: number;
  readonly page_size: number;
  /** Number of pages; 0 if there is nothing. */
  readonly pages: number;
}
