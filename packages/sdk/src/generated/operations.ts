/**
 * Every operation of docs/reference/openapi.json: its address, what it takes, what it answers.
 * Made by tools/generateApiTypes.mjs; change the routes of the service and run it again, do not edit.
 * @module
 */
import type { ImageInput } from '../image.ts';
import type * as api from './api.ts';

export const OPERATIONS = {
  acceptInvitation: "POST /v1/invitations/accept",
  alive: "GET /health/live",
  archiveAsset: "POST /v1/storage/assets/{asset_id}/archive",
  assetReportPage: "GET /v1/assets/{asset_id}/report.html",
  assetReportPdf: "GET /v1/assets/{asset_id}/report.pdf",
  authorizeDevice: "POST /v1/auth/device/authorize",
  bindManifest: "POST /v1/c2pa/bindings",
  cancelEmailChange: "POST /v1/auth/cancel-email-change",
  cancelImport: "POST /v1/imports/{import_id}/cancel",
  changePassword: "POST /v1/auth/change-password",
  changeRole: "PATCH /v1/organizations/{organization_id}/members/{user_id}",
  changeWebhook: "PATCH /v1/webhooks/{webhook_id}",
  checkFiles: "POST /v1/storage/assets/{asset_id}/check",
  checkTransaction: "GET /v1/blockchain/verify/{tx_hash}",
  checkpointTimestamp: "GET /tlog/timestamps/{size}",
  commitAsset: "POST /v1/blockchain/commit",
  compare: "POST /v1/verify/compare",
  createApiKey: "POST /v1/api-keys/",
  createOrganization: "POST /v1/organizations/",
  createWebhook: "POST /v1/webhooks/",
  decideDeviceLogin: "POST /v1/auth/device/codes/{user_code}",
  decideDispute: "POST /v1/operator/disputes/{dispute_id}/decision",
  deleteAsset: "DELETE /v1/assets/{asset_id}",
  deleteAssets: "POST /v1/assets/bulk-delete",
  deleteCopy: "DELETE /v1/assets/{asset_id}/copies/{copy_id}",
  deleteMe: "DELETE /v1/auth/me",
  deleteOrganization: "DELETE /v1/organizations/{organization_id}",
  deleteWebhook: "DELETE /v1/webhooks/{webhook_id}",
  describeService: "GET /v1/service",
  deviceToken: "POST /v1/auth/device/token",
  disputeVerification: "POST /v1/verify/{verification_id}/dispute",
  disputedPicture: "GET /v1/operator/disputes/{dispute_id}/picture",
  downloadAsset: "GET /v1/assets/{asset_id}/download",
  downloadCopy: "GET /v1/assets/{asset_id}/copies/{copy_id}/download",
  downloadStored: "GET /v1/storage/assets/{asset_id}/download",
  earlierCheckpoint: "GET /tlog/checkpoints/{size}",
  editApiKey: "PATCH /v1/api-keys/{key_id}",
  editAsset: "PATCH /v1/assets/{asset_id}",
  editMe: "PATCH /v1/auth/me",
  editOrganization: "PATCH /v1/organizations/{organization_id}",
  endAllSessions: "DELETE /v1/auth/sessions",
  endBrowserSession: "DELETE /v1/auth/browser-session",
  endSession: "DELETE /v1/auth/sessions/{session_id}",
  exchangeSignInCode: "POST /v1/auth/oauth/exchange",
  exportMe: "GET /v1/auth/me/export",
  finishSignIn: "GET /v1/auth/oauth/callback",
  forgotPassword: "POST /v1/auth/forgot-password",
  getApiKey: "GET /v1/api-keys/{key_id}",
  getArchive: "GET /v1/storage/assets/{asset_id}/archive",
  getAsset: "GET /v1/assets/{asset_id}",
  getBlock: "GET /ipfs/{cid}",
  getCommitment: "GET /v1/blockchain/commitment/{commitment_id}",
  getCommitments: "GET /v1/assets/{asset_id}/commitments",
  getCopy: "GET /v1/assets/{asset_id}/copies/{copy_id}",
  getDeviceLogin: "GET /v1/auth/device/codes/{user_code}",
  getDispute: "GET /v1/verify/{verification_id}/dispute",
  getFingerprint: "GET /v1/assets/{asset_id}/fingerprint",
  getImport: "GET /v1/imports/{import_id}",
  getManifest: "GET /v1/c2pa/manifests/{manifestId}",
  getMatches: "GET /v1/assets/{asset_id}/matches",
  getOrganization: "GET /v1/organizations/{organization_id}",
  getProvenance: "GET /v1/assets/{asset_id}/provenance",
  getVerification: "GET /v1/verify/{verification_id}",
  getWatermark: "GET /v1/assets/{asset_id}/watermark",
  getWebhook: "GET /v1/webhooks/{webhook_id}",
  getWebhookDelivery: "GET /v1/webhooks/{webhook_id}/deliveries/{delivery_id}",
  health: "GET /health",
  importAssets: "POST /v1/assets/import",
  invite: "POST /v1/organizations/{organization_id}/invitations",
  issueToken: "POST /v1/auth/oauth/token",
  jwks: "GET /.well-known/jwks.json",
  latestCheckpoint: "GET /tlog/checkpoint",
  leaveOrganization: "POST /v1/organizations/{organization_id}/leave",
  listApiKeys: "GET /v1/api-keys/",
  listAssetShares: "GET /v1/assets/{asset_id}/share",
  listAssets: "GET /v1/assets/",
  listAuditHeads: "GET /v1/organizations/{organization_id}/audit-log/heads",
  listCommitments: "GET /v1/blockchain/commitments",
  listCopies: "GET /v1/assets/{asset_id}/copies",
  listDisputes: "GET /v1/operator/disputes",
  listIdentities: "GET /v1/auth/identities",
  listImportFiles: "GET /v1/imports/{import_id}/files",
  listImports: "GET /v1/imports",
  listInvitations: "GET /v1/organizations/{organization_id}/invitations",
  listMasterKeys: "GET /v1/organizations/{organization_id}/keys",
  listMembers: "GET /v1/organizations/{organization_id}/members",
  listOrganizations: "GET /v1/organizations/",
  listProviders: "GET /v1/auth/oauth/providers",
  listPublications: "GET /v1/storage/assets/{asset_id}/publication",
  listSessions: "GET /v1/auth/sessions",
  listVerificationShares: "GET /v1/verify/{verification_id}/share",
  listWebhookDeliveries: "GET /v1/webhooks/{webhook_id}/deliveries",
  listWebhookEvents: "GET /v1/webhooks/events",
  listWebhooks: "GET /v1/webhooks/",
  login: "POST /v1/auth/login",
  logout: "POST /v1/auth/logout",
  lookAtService: "GET /v1/operator",
  makeCopy: "POST /v1/assets/{asset_id}/copies",
  matchesByBinding: "GET /v1/c2pa/matches/byBinding",
  matchesByContent: "POST /v1/c2pa/matches/byContent",
  matchesByLargeBinding: "POST /v1/c2pa/matches/byBinding",
  matchesByReference: "POST /v1/c2pa/matches/byReference",
  me: "GET /v1/auth/me",
  openBrowserSession: "POST /v1/auth/browser-session",
  openShareLink: "GET /v1/shared/{token}",
  openSignedLink: "GET /v1/storage/signed/{token}",
  organizationUsage: "GET /v1/organizations/{organization_id}/usage",
  proveConsistency: "GET /v1/transparency/consistency",
  proveInclusion: "GET /v1/transparency/inclusion",
  publishAsset: "POST /v1/storage/assets/{asset_id}/publication",
  putBinding: "PUT /v1/c2pa/bindings",
  readAuditLog: "GET /v1/organizations/{organization_id}/audit-log",
  readCrJson: "POST /v1/c2pa/crjson",
  ready: "GET /health/ready",
  recoverWebhook: "POST /v1/webhooks/{webhook_id}/recover",
  redeliverWebhook: "POST /v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver",
  refresh: "POST /v1/auth/refresh",
  refreshBrowserSession: "POST /v1/auth/browser-session/refresh",
  register: "POST /v1/auth/register",
  removeManifest: "DELETE /v1/c2pa/manifests/{manifestId}",
  removeMember: "DELETE /v1/organizations/{organization_id}/members/{user_id}",
  reprocessAsset: "POST /v1/assets/{asset_id}/reprocess",
  resendVerification: "POST /v1/auth/resend-verification",
  resetPassword: "POST /v1/auth/reset-password",
  restoreAsset: "POST /v1/assets/{asset_id}/restore",
  resumeImport: "POST /v1/imports/{import_id}/resume",
  revokeApiKey: "DELETE /v1/api-keys/{key_id}",
  revokeAsset: "POST /v1/assets/{asset_id}/revoke",
  revokeAssetShare: "DELETE /v1/assets/{asset_id}/share/{share_id}",
  revokeInvitation: "DELETE /v1/organizations/{organization_id}/invitations/{invitation_id}",
  revokeVerificationShare: "DELETE /v1/verify/{verification_id}/share/{share_id}",
  rotateApiKey: "POST /v1/api-keys/{key_id}/rotate",
  rotateEncryptionKey: "POST /v1/organizations/{organization_id}/encryption-key/rotate",
  rotateMasterKey: "POST /v1/organizations/{organization_id}/keys/rotate",
  rotateWebhookSecret: "POST /v1/webhooks/{webhook_id}/rotate-secret",
  searchAssets: "GET /v1/assets/search/",
  searchByImage: "POST /v1/assets/search/by-image",
  securityTxt: "GET /.well-known/security.txt",
  shareAsset: "POST /v1/assets/{asset_id}/share",
  shareVerification: "POST /v1/verify/{verification_id}/share",
  showCancelEmailChange: "GET /v1/auth/cancel-email-change",
  showResetPassword: "GET /v1/auth/reset-password",
  showVerifyEmail: "GET /v1/auth/verify-email",
  signUrl: "POST /v1/storage/assets/{asset_id}/signed-url",
  startSignIn: "GET /v1/auth/oauth/{provider}/start",
  storageUsage: "GET /v1/storage/usage",
  storeManifest: "POST /v1/c2pa/manifests",
  supportedAlgorithms: "GET /v1/c2pa/services/supportedAlgorithms",
  testWebhook: "POST /v1/webhooks/{webhook_id}/test",
  transferOrganization: "POST /v1/organizations/{organization_id}/transfer",
  transparencyLog: "GET /v1/transparency",
  unpublishAsset: "DELETE /v1/storage/assets/{asset_id}/publication",
  uploadAsset: "POST /v1/assets/",
  uploadAssets: "POST /v1/assets/batch",
  validateApiKey: "POST /v1/api-keys/validate",
  verificationEvents: "GET /v1/verify/{verification_id}/events",
  verificationEvidence: "GET /v1/verify/{verification_id}/evidence.zip",
  verificationHistory: "GET /v1/verify/history",
  verificationReport: "GET /v1/verify/{verification_id}/report.json",
  verificationReportPage: "GET /v1/verify/{verification_id}/report.html",
  verificationReportPdf: "GET /v1/verify/{verification_id}/report.pdf",
  verify: "POST /v1/verify/",
  verifyBatch: "POST /v1/verify/batch",
  verifyEmail: "POST /v1/auth/verify-email",
} as const;

export interface Operations {
  /** Accept an invitation */
  readonly acceptInvitation: {
    readonly input: {
      readonly json: api.AcceptInvitationInput;
    };
    readonly answer: api.Member;
  };
  /** Does the process answer? */
  readonly alive: {
    readonly input: Record<never, never>;
    readonly answer: api.Alive;
  };
  /** Archive an asset */
  readonly archiveAsset: {
    readonly input: {
      readonly path: {
        readonly asset_id: string;
      };
    };
    readonly answer: api.Archive;
  };
  /** A registered picture as a page to keep */
  readonly assetReportPage: {
    readonly input: {
      readonly path: {
        readonly asset_id: string;
      };
      readonly query?: {
        /** Default: the first of `Accept-Language` that there is, else `en`. */
        readonly lang?: "en" | "de" | "zh" | "ar";
      };
    };
    readonly answer: null;
  };
  /** A registered picture as a document to print */
  readonly assetReportPdf: {
    readonly input: {
      readonly path: {
        readonly asset_id: string;
      };
      readonly query?: {
        /** Default: the first of `Accept-Language` that there is, else `en`. */
        readonly lang?: "en" | "de" | "zh" | "ar";
      };
    };
    readonly answer: null;
  };
  /** Begin a login on a device */
  readonly authorizeDevice: {
    readonly input: {
      readonly json?: api.DeviceAuthorizeInput;
    };
    readonly answer: api.DeviceCodes;
  };
  /** Say what leads to a stored manifest */
  readonly bindManifest: {
    readonly input: {
      readonly json: api.NewSoftBindingInput;
    };
    readonly answer: null;
  };
  /** Stop a change of address from the present one */
  readonly cancelEmailChange: {
    readonly input: {
      readonly json: api.CancelEmailChangeInput;
    };
    readonly answer: null;
  };
  /** Cancel an import */
  readonly cancelImport: {
    readonly input: {
      readonly path: {
        readonly import_id: string;
      };
    };
    readonly answer: api.Import;
  };
  /** Change your password */
  readonly changePassword: {
    readonly input: {
      readonly json: api.ChangePasswordInput;
    };
    readonly answer: null;
  };
  /** Change the role of a member */
  readonly changeRole: {
    readonly input: {
      readonly path: {
        readonly organization_id: string;
        readonly user_id: string;
      };
      readonly json: api.MemberRoleInput;
    };
    readonly answer: api.Member;
  };
  /** Change address, events, description; switch on or off */
  readonly changeWebhook: {
    readonly input: {
      readonly path: {
        readonly webhook_id: string;
      };
      readonly json?: api.WebhookPatchInput;
    };
    readonly answer: api.Webhook;
  };
  /** Read the stored files again and compare their hashes */
  readonly checkFiles: {
    readonly input: {
      readonly path: {
        readonly asset_id: string;
      };
    };
    readonly answer: api.FileCheck;
  };
  /** Check a transaction */
  readonly checkTransaction: {
    readonly input: {
      readonly path: {
        readonly tx_hash: string;
      };
    };
    readonly answer: api.CheckedTransaction;
  };
  /** The time-stamp of a checkpoint */
  readonly checkpointTimestamp: {
    readonly input: {
      readonly path: {
        readonly size: string;
      };
    };
    readonly answer: null;
  };
  /** Record a commitment on the ledger */
  readonly commitAsset: {
    readonly input: {
      readonly json: api.NewCommitmentInput;
    };
    readonly answer: api.Committed;
  };
  /** Compare two pictures */
  readonly compare: {
    readonly input: {
      readonly form: {
        /** Answer `tamper_map` as well. */
        readonly include_tamper_map?: boolean;
        /** The picture in question. It is not kept. */
        readonly a: ImageInput;
        /** The picture that it is held against. It is not kept either. */
        readonly b: ImageInput;
      };
    };
    readonly answer: api.PictureComparison;
  };
  /** Make an API key */
  readonly createApiKey: {
    readonly input: {
      readonly json: api.NewApiKeyInput;
    };
    readonly answer: api.MadeApiKey;
  };
  /** Make an organization */
  readonly createOrganization: {
    readonly input: {
      readonly json: api.NewOrganizationInput;
    };
    readonly answer: api.Organization;
  };
  /** Register an endpoint */
  readonly createWebhook: {
    readonly input: {
      readonly json: api.NewWebhookInput;
    };
    readonly answer: api.WebhookWithSecret;
  };
  /** Allow or refuse a login on a device */
  readonly decideDeviceLogin: {
    readonly input: {
      readonly path: {
        readonly user_code: string;
      };
      readonly json: api.DeviceDecisionInput;
    };
    readonly answer: null;
  };
  /** Decide a dispute */
  readonly decideDispute: {
    readonly input: {
      readonly path: {
        readonly dispute_id: string;
      };
      readonly json: api.DisputeRulingInput;
    };
    readonly answer: api.ReviewedDispute;
  };
  /** Delete a picture and everything kept of it */
  readonly deleteAsset: {
    readonly input: {
      readonly path: {
        readonly asset_id: string;
      };
    };
    readonly answer: null;
  };
  /** Delete several pictures and everything kept of them */
  readonly deleteAssets: {
    readonly input: {
      readonly json: api.BulkDeleteInput;
    };
    readonly answer: api.BulkDeleteResult;
  };
  /** Delete a copy */
  readonly deleteCopy: {
    readonly input: {
      readonly path: {
        readonly asset_id: string;
        readonly copy_id: string;
      };
    };
    readonly answer: null;
  };
  /** Delete your account */
  readonly deleteMe: {
    readonly input: {
      readonly json?: {
        /** Of your account. Accounts without one need a sign-in of the last ten minutes instead. */
        readonly password?: string;
      } | null;
    };
    readonly answer: null;
  };
  /** Delete an organization with everything in it */
  readonly deleteOrganization: {
    readonly input: {
      readonly path: {
        readonly organization_id: string;
      };
      readonly json?: api.DeleteConfirmationInput;
    };
    readonly answer: null;
  };
  /** Remove an endpoint and its log */
  readonly deleteWebhook: {
    readonly input: {
      readonly path: {
        readonly webhook_id: string;
      };
    };
    readonly answer: null;
  };
  /** What pages ask before anybody signs in */
  readonly describeService: {
    readonly input: Record<never, never>;
    readonly answer: api.Service;
  };
  /** Get the tokens of a login on a device */
  readonly deviceToken: {
    readonly input: {
      readonly json?: api.DeviceTokenRequestInput;
    };
    readonly answer: api.TokenPair;
  };
  /** Say that a verdict is wrong */
  readonly disputeVerification: {
    readonly input: {
      readonly path: {
        readonly verification_id: string;
      };
      readonly form: {
        /** `not_altered`: nobody altered the picture; `altered`: it was altered; `not_recognised`: a registered original exists; `wrong_asset`: it belongs to another picture. */
        readonly reason: "not_altered" | "altered" | "not_recognised" | "wrong_asset" | "other";
        /** For whoever looks at it. */
        readonly comment?: string;
        /** What would be right. */
        readonly expected_verdict?: "authentic" | "forged" | "unknown";
        /** The picture may be kept for 30 days. */
        readonly consent_to_keep_picture?: boolean;
        /** The very file that was verified, at most 16 MiB; only with your consent. */
        readonly file?: ImageInput;
      };
    };
    readonly answer: api.Dispute;
  };
  /** The picture that came with a dispute */
  readonly disputedPicture: {
    readonly input: {
      readonly path: {
        readonly dispute_id: string;
      };
    };
    readonly answer: null;
  };
  /** Download a stored file */
  readonly downloadAsset: {
    readonly input: {
      readonly path: {
        readonly asset_id: string;
      };
      readonly query?: {
        /** Default `watermarked`; of an asset stored without a mark, `original`. */
        readonly variant?: "original" | "watermarked" | "preview";
        /** `true`: where the store gives files itself, 302 to an address there that needs no credential and soon ends; elsewhere the file, as without it. Do not send the credential of this service along. */
        readonly redirect?: boolean;
      };
    };
    readonly answer: null;
  };
  /** Download a copy */
  readonly downloadCopy: {
    readonly input: {
      readonly path: {
        readonly asset_id: string;
        readonly copy_id: string;
      };
    };
    readonly answer: null;
  };
  /** Download a stored file */
  readonly downloadStored: {
    readonly input: {
      readonly path: {
        readonly asset_id: string;
      };
      readonly query?: {
        /** Default `watermarked`; of an asset stored without a mark, `original`. */
        readonly variant?: "original" | "watermarked" | "preview";
        /** `true`: where the store gives files itself, 302 to an address there that needs no credential and soon ends; elsewhere the file, as without it. Do not send the credential of this service along. */
        readonly redirect?: boolean;
      };
    };
    readonly answer: null;
  };
  /** The checkpoint of one size */
  readonly earlierCheckpoint: {
    readonly input: {
      readonly path: {
        readonly size: string;
      };
    };
    readonly answer: null;
  };
  /** Edit an API key */
  readonly editApiKey: {
    readonly input: {
      readonly path: {
        readonly key_id: string;
      };
      readonly json?: api.ApiKeyPatchInput;
    };
    readonly answer: api.ApiKey;
  };
  /** Edit title, description, tags */
  readonly editAsset: {
    readonly input: {
      readonly path: {
        readonly asset_id: string;
      };
      readonly json?: api.AssetPatchInput;
    };
    readonly answer: api.Asset;
  };
  /** Change your name or address */
  readonly editMe: {
    readonly input: {
      readonly json?: api.ProfilePatchInput;
    };
    readonly answer: api.Me;
  };
  /** Edit an organization */
  readonly editOrganization: {
    readonly input: {
      readonly path: {
        readonly organization_id: string;
      };
      readonly json?: api.OrganizationPatchInput;
    };
    readonly answer: api.Organization;
  };
  /** Log out everywhere, here as well */
  readonly endAllSessions: {
    readonly input: {
      readonly json?: api.EndSessionsInput;
    };
    readonly answer: null;
  };
  /** Sign out on a page */
  readonly endBrowserSession: {
    readonly input: Record<never, never>;
    readonly answer: null;
  };
  /** End one session */
  readonly endSession: {
    readonly input: {
      readonly path: {
        readonly session_id: string;
      };
    };
    readonly answer: null;
  };
  /** Turn the code in the address of your page into tokens */
  readonly exchangeSignInCode: {
    readonly input: {
      readonly json: api.ExchangeCodeInput;
    };
    readonly answer: api.TokenPair;
  };
  /** Everything that is kept of you */
  readonly exportMe: {
    readonly input: Record<never, never>;
    readonly answer: null;
  };
  /** Where providers send people back */
  readonly finishSignIn: {
    readonly input: {
      readonly query?: {
        readonly code?: string;
        readonly state?: string;
        /** Why the provider refused. */
        readonly error?: string;
      };
    };
    readonly answer: api.TokenPair;
  };
  /** Ask for a mail to set a new password */
  readonly forgotPassword: {
    readonly input: {
      readonly json: api.EmailOnlyInput;
    };
    readonly answer: api.MailAccepted;
  };
  /** Read an API key */
  readonly getApiKey: {
    readonly input: {
      readonly path: {
        readonly key_id: string;
      };
    };
    readonly answer: api.ApiKey;
  };
  /** The latest archive of an asset, and when it was last checked */
  readonly getArchive: {
    readonly input: {
      readonly path: {
        readonly asset_id: string;
      };
    };
    readonly answer: api.Archive;
  };
  /** Read a picture’s record */
  readonly getAsset: {
    readonly input: {
      readonly path: {
        readonly asset_id: string;
      };
    };
    readonly answer: api.Asset;
  };
  /** Fetch public content by its identifier */
  readonly getBlock: {
    readonly input: {
      readonly path: {
        readonly cid: string;
      };
      readonly query?: {
        /** `raw` or `car`; comes before `Accept`. */
        readonly format?: string;
        /** CAR: `block`, `entity` or `all` (default). */
        readonly "dag-scope"?: string;
        /** CAR: `from:to`, both included; `*` is the end; negative counts from the end. */
        readonly "entity-bytes"?: string;
        /** CAR: `1`. */
        readonly "car-version"?: string;
        /** CAR: `dfs` or `unk`. */
        readonly "car-order"?: string;
        /** CAR: `y` or `n` (default). */
        readonly "car-dups"?: string;
      };
    };
    readonly answer: null;
  };
  /** One commitment */
  readonly getCommitment: {
    readonly input: {
      readonly path: {
        readonly commitment_id: string;
      };
    };
    readonly answer: api.Commitment;
  };
  /** What the ledger holds of a picture */
  readonly getCommitments: {
    readonly input: {
      readonly path: {
        readonly asset_id: string;
      };
      readonly query?: {
        /** Page number, from 1. */
        readonly page?: number;
        /** Items a page. */
        readonly page_size?: number;
      };
    };
    readonly answer: api.CommitmentPage;
  };
  /** Read a copy’s record */
  readonly getCopy: {
    readonly input: {
      readonly path: {
        readonly asset_id: string;
        readonly copy_id: string;
      };
    };
    readonly answer: api.RecipientCopy;
  };
  /** See which program waits for a login */
  readonly getDeviceLogin: {
    readonly input: {
      readonly path: {
        readonly user_code: string;
      };
    };
    readonly answer: api.WaitingDevice;
  };
  /** What became of a dispute */
  readonly getDispute: {
    readonly input: {
      readonly path: {
        readonly verification_id: string;
      };
    };
    readonly answer: api.Dispute;
  };
  /** The perceptual fingerprint */
  readonly getFingerprint: {
    readonly input: {
      readonly path: {
        readonly asset_id: string;
      };
    };
    readonly answer: api.Fingerprint;
  };
  /** How far an import is */
  readonly getImport: {
    readonly input: {
      readonly path: {
        readonly import_id: string;
      };
    };
    readonly answer: api.Import;
  };
  /** A manifest store */
  readonly getManifest: {
    readonly input: {
      readonly path: {
        readonly manifestId: string;
      };
      readonly query?: {
        /** The active manifest alone, without those of its ingredients. */
        readonly returnActiveManifest?: boolean;
      };
    };
    readonly answer: null;
  };
  /** Pictures of the same organization that look alike */
  readonly getMatches: {
    readonly input: {
      readonly path: {
        readonly asset_id: string;
      };
      readonly query?: {
        /** Page number, from 1. */
        readonly page?: number;
        /** Items a page. */
        readonly page_size?: number;
        /** Similarity from which pictures count as alike. It does not change a verdict. */
        readonly threshold?: number;
      };
    };
    readonly answer: api.SimilarAssetPage;
  };
  /** Read an organization */
  readonly getOrganization: {
    readonly input: {
      readonly path: {
        readonly organization_id: string;
      };
    };
    readonly answer: api.Organization;
  };
  /** The history of a picture */
  readonly getProvenance: {
    readonly input: {
      readonly path: {
        readonly asset_id: string;
      };
    };
    readonly answer: api.Provenance;
  };
  /** Read one of your verifications again */
  readonly getVerification: {
    readonly input: {
      readonly path: {
        readonly verification_id: string;
      };
    };
    readonly answer: api.VerificationResult | api.DeferredVerification;
  };
  /** The watermark record */
  readonly getWatermark: {
    readonly input: {
      readonly path: {
        readonly asset_id: string;
      };
    };
    readonly answer: api.Watermark;
  };
  /** Read an endpoint */
  readonly getWebhook: {
    readonly input: {
      readonly path: {
        readonly webhook_id: string;
      };
    };
    readonly answer: api.Webhook;
  };
  /** One delivery with request and response */
  readonly getWebhookDelivery: {
    readonly input: {
      readonly path: {
        readonly webhook_id: string;
        readonly delivery_id: string;
      };
    };
    readonly answer: api.WebhookDelivery;
  };
  /** Health of the service and its parts */
  readonly health: {
    readonly input: Record<never, never>;
    readonly answer: api.Health;
  };
  /** Import many pictures */
  readonly importAssets: {
    readonly input: {
      readonly form: {
        readonly description?: string;
        /** Comma separated. At most 50 of at most 64 characters; trimmed, repetitions dropped. */
        readonly tags?: string;
        /** Embed watermark track A (spatial domain). */
        readonly track_a_enabled?: boolean;
        /** Embed watermark track B (frequency domain). */
        readonly track_b_enabled?: boolean;
        /** Embed watermark track C (neural). Skipped with a warning where there is none. */
        readonly track_c_enabled?: boolean;
        /** Strength of track A, above 0, at most 1. Default: the setting, 0.3 unless changed. */
        readonly track_a_strength?: number;
        /** Strength of track B, above 0, at most 1. Default: the setting, 0.2 unless changed. */
        readonly track_b_strength?: number;
        /** Strength of track C, above 0, at most 1. Default: the setting, 0.4 unless changed. */
        readonly track_c_strength?: number;
        /** Extract and keep EXIF, TIFF, XMP, IPTC and C2PA metadata. */
        readonly metadata_tracking_enabled?: boolean;
        /** Record a commitment on the ledger, after the answer. Whatever becomes of it, the upload stands. */
        readonly blockchain_commit?: boolean;
        /** Keep the files of this asset encrypted, also where the service does not do so by itself. */
        readonly encrypt?: boolean;
        /** Organization that gets the asset. Default: `X-Organization-Id`, else your own. */
        readonly organization_id?: string;
        /** Instead of an archive: `NAME/folder` below a source that the operator named. */
        readonly prefix?: string;
        /** A ZIP or CAR archive of pictures. Judged whole before anything of it is used. */
        readonly file?: ImageInput;
      };
    };
    readonly answer: api.Import;
  };
  /** Invite somebody by mail */
  readonly invite: {
    readonly input: {
      readonly path: {
        readonly organization_id: string;
      };
      readonly json: api.NewInvitationInput;
    };
    readonly answer: api.Invitation;
  };
  /** Get an access token for a program */
  readonly issueToken: {
    readonly input: {
      readonly json?: api.TokenRequestInput;
    };
    readonly answer: api.MachineToken;
  };
  /** Public signing keys of all organizations */
  readonly jwks: {
    readonly input: {
      readonly query?: {
        /** All keys if absent. */
        readonly page?: number;
        /** Keys of a page. */
        readonly page_size?: number;
      };
    };
    readonly answer: api.Jwks;
  };
  /** The newest checkpoint of the transparency log */
  readonly latestCheckpoint: {
    readonly input: Record<never, never>;
    readonly answer: null;
  };
  /** Leave an organization */
  readonly leaveOrganization: {
    readonly input: {
      readonly path: {
        readonly organization_id: string;
      };
    };
    readonly answer: null;
  };
  /** List API keys */
  readonly listApiKeys: {
    readonly input: {
      readonly query?: {
        /** Page number, from 1. */
        readonly page?: number;
        /** Items a page. */
        readonly page_size?: number;
        /** Instead of the header `X-Organization-Id`. */
        readonly organization_id?: string;
      };
    };
    readonly answer: api.ApiKeyPage;
  };
  /** List the public links to a picture */
  readonly listAssetShares: {
    readonly input: {
      readonly path: {
        readonly asset_id: string;
      };
      readonly query?: {
        /** Page number, from 1. */
        readonly page?: number;
        /** Items a page. */
        readonly page_size?: number;
      };
    };
    readonly answer: api.ShareLinkPage;
  };
  /** List pictures */
  readonly listAssets: {
    readonly input: {
      readonly query?: {
        /** Page number, from 1. */
        readonly page?: number;
        /** Items a page. */
        readonly page_size?: number;
        /** Field to sort by. */
        readonly order?: "created_at" | "updated_at" | "title" | "file_size_bytes" | "width" | "height" | "processing_status" | "original_filename";
        /** Direction. */
        readonly sort?: "asc" | "desc";
        /** Comma separated; all must be present, in any case. */
        readonly tags?: string;
        /** Only assets in this processing status. */
        readonly status?: "pending" | "processing" | "completed" | "failed";
        /** Earliest creation, a time or a day; inclusive. */
        readonly created_from?: string;
        /** Latest creation, a time or a day; inclusive. */
        readonly created_to?: string;
        /** Default: `X-Organization-Id`, else your own organization. */
        readonly organization_id?: string;
      };
    };
    readonly answer: api.AssetPage;
  };
  /** Heads of the audit log */
  readonly listAuditHeads: {
    readonly input: {
      readonly path: {
        readonly organization_id: string;
      };
      readonly query?: {
        /** Page number, from 1. */
        readonly page?: number;
        /** Items a page. */
        readonly page_size?: number;
      };
    };
    readonly answer: api.AuditHeadPage;
  };
  /** List commitments */
  readonly listCommitments: {
    readonly input: {
      readonly query?: {
        /** Page number, from 1. */
        readonly page?: number;
        /** Items a page. */
        readonly page_size?: number;
        /** Of this asset alone. */
        readonly asset_id?: string;
        /** Default: `X-Organization-Id`, else your own. Not needed with `asset_id`. */
        readonly organization_id?: string;
      };
    };
    readonly answer: api.CommitmentPage;
  };
  /** List the copies of a picture */
  readonly listCopies: {
    readonly input: {
      readonly path: {
        readonly asset_id: string;
      };
      readonly query?: {
        /** Page number, from 1. */
        readonly page?: number;
        /** Items a page. */
        readonly page_size?: number;
      };
    };
    readonly answer: api.RecipientCopyPage;
  };
  /** Verdicts that somebody says are wrong */
  readonly listDisputes: {
    readonly input: {
      readonly query?: {
        /** Page number, from 1. */
        readonly page?: number;
        /** Items a page. */
        readonly page_size?: number;
        /** Only disputes in this state. */
        readonly status?: "open" | "upheld" | "overturned" | "unclear" | "all";
      };
    };
    readonly answer: api.ReviewedDisputePage;
  };
  /** With which accounts elsewhere you sign in */
  readonly listIdentities: {
    readonly input: {
      readonly query?: {
        /** Page number, from 1. */
        readonly page?: number;
        /** Items a page. */
        readonly page_size?: number;
      };
    };
    readonly answer: api.LinkedIdentityPage;
  };
  /** What became of the files of an import */
  readonly listImportFiles: {
    readonly input: {
      readonly path: {
        readonly import_id: string;
      };
      readonly query?: {
        /** Page number, from 1. */
        readonly page?: number;
        /** Items a page. */
        readonly page_size?: number;
        /** Only files in this state. */
        readonly state?: "waiting" | "created" | "duplicate" | "failed";
      };
    };
    readonly answer: api.ImportFilePage;
  };
  /** List imports */
  readonly listImports: {
    readonly input: {
      readonly query?: {
        /** Page number, from 1. */
        readonly page?: number;
        /** Items a page. */
        readonly page_size?: number;
        /** Default: `X-Organization-Id`, else your own organization. */
        readonly organization_id?: string;
      };
    };
    readonly answer: api.ImportPage;
  };
  /** List invitations */
  readonly listInvitations: {
    readonly input: {
      readonly path: {
        readonly organization_id: string;
      };
      readonly query?: {
        /** Page number, from 1. */
        readonly page?: number;
        /** Items a page. */
        readonly page_size?: number;
      };
    };
    readonly answer: api.InvitationPage;
  };
  /** List the signing keys */
  readonly listMasterKeys: {
    readonly input: {
      readonly path: {
        readonly organization_id: string;
      };
      readonly query?: {
        /** Page number, from 1. */
        readonly page?: number;
        /** Items a page. */
        readonly page_size?: number;
      };
    };
    readonly answer: api.MasterKeyPage;
  };
  /** List the members */
  readonly listMembers: {
    readonly input: {
      readonly path: {
        readonly organization_id: string;
      };
      readonly query?: {
        /** Page number, from 1. */
        readonly page?: number;
        /** Items a page. */
        readonly page_size?: number;
      };
    };
    readonly answer: api.MemberPage;
  };
  /** List your organizations */
  readonly listOrganizations: {
    readonly input: {
      readonly query?: {
        /** Page number, from 1. */
        readonly page?: number;
        /** Items a page. */
        readonly page_size?: number;
      };
    };
    readonly answer: api.OrganizationPage;
  };
  /** Services through which people can sign in */
  readonly listProviders: {
    readonly input: {
      readonly query?: {
        /** Page number, from 1. */
        readonly page?: number;
        /** Items a page. */
        readonly page_size?: number;
      };
    };
    readonly answer: api.ProviderPage;
  };
  /** Which files of an asset are public */
  readonly listPublications: {
    readonly input: {
      readonly path: {
        readonly asset_id: string;
      };
    };
    readonly answer: api.Publications;
  };
  /** Where you are signed in */
  readonly listSessions: {
    readonly input: {
      readonly query?: {
        /** Page number, from 1. */
        readonly page?: number;
        /** Items a page. */
        readonly page_size?: number;
      };
    };
    readonly answer: api.SessionPage;
  };
  /** List the public links to a result */
  readonly listVerificationShares: {
    readonly input: {
      readonly path: {
        readonly verification_id: string;
      };
      readonly query?: {
        /** Page number, from 1. */
        readonly page?: number;
        /** Items a page. */
        readonly page_size?: number;
      };
    };
    readonly answer: api.ShareLinkPage;
  };
  /** The log of an endpoint */
  readonly listWebhookDeliveries: {
    readonly input: {
      readonly path: {
        readonly webhook_id: string;
      };
      readonly query?: {
        /** Page number, from 1. */
        readonly page?: number;
        /** Items a page. */
        readonly page_size?: number;
        /** Only deliveries in this state. */
        readonly status?: "pending" | "delivering" | "delivered" | "failed";
      };
    };
    readonly answer: api.WebhookDeliveryPage;
  };
  /** Every event, when it is sent and what it carries */
  readonly listWebhookEvents: {
    readonly input: {
      readonly query?: {
        /** Page number, from 1. */
        readonly page?: number;
        /** Items a page. */
        readonly page_size?: number;
      };
    };
    readonly answer: api.WebhookEventPage;
  };
  /** List endpoints */
  readonly listWebhooks: {
    readonly input: {
      readonly query?: {
        /** Page number, from 1. */
        readonly page?: number;
        /** Items a page. */
        readonly page_size?: number;
        /** Default: `X-Organization-Id`, else your own organization. */
        readonly organization_id?: string;
      };
    };
    readonly answer: api.WebhookPage;
  };
  /** Log in */
  readonly login: {
    readonly input: {
      readonly json: api.LoginInput;
    };
    readonly answer: api.TokenPair;
  };
  /** End this session */
  readonly logout: {
    readonly input: Record<never, never>;
    readonly answer: null;
  };
  /** What the service does and holds */
  readonly lookAtService: {
    readonly input: Record<never, never>;
    readonly answer: api.OperatorView;
  };
  /** Make a copy for one recipient */
  readonly makeCopy: {
    readonly input: {
      readonly path: {
        readonly asset_id: string;
      };
      readonly json: api.NewRecipientCopyInput;
    };
    readonly answer: api.RecipientCopy;
  };
  /** Manifests by a soft binding */
  readonly matchesByBinding: {
    readonly input: {
      readonly query: {
        /** Name of a soft binding, for instance `org.example.track-a.1`. */
        readonly alg: string;
        /** Base64, in the form that the algorithm gives it. */
        readonly value: string;
        /** Most matches to answer. */
        readonly maxResults?: number;
      };
    };
    readonly answer: api.SoftBindingMatches;
  };
  /** Manifests by a picture */
  readonly matchesByContent: {
    readonly input: {
      readonly query?: {
        /** The only soft binding to go by. Default: all that the service knows. */
        readonly alg?: string;
        /** A soft binding that you read from the picture yourself. */
        readonly hintAlg?: string;
        /** Base64, in the form that the algorithm gives it. */
        readonly hintValue?: string;
        /** Most matches to answer. */
        readonly maxResults?: number;
      };
    };
    readonly answer: api.SoftBindingMatches;
  };
  /** Manifests by a soft binding in the body */
  readonly matchesByLargeBinding: {
    readonly input: {
      readonly query?: {
        /** Most matches to answer. */
        readonly maxResults?: number;
      };
      readonly json: api.SoftBindingQueryInput;
    };
    readonly answer: api.SoftBindingMatches;
  };
  /** Manifests by the address of a picture: not offered */
  readonly matchesByReference: {
    readonly input: {
      readonly json: api.SoftBindingReferenceInput;
    };
    readonly answer: null;
  };
  /** The account of the caller */
  readonly me: {
    readonly input: Record<never, never>;
    readonly answer: api.Me;
  };
  /** Sign in on a page */
  readonly openBrowserSession: {
    readonly input: {
      readonly json: api.BrowserSignInInput;
    };
    readonly answer: api.BrowserSession;
  };
  /** Follow a public link */
  readonly openShareLink: {
    readonly input: {
      readonly path: {
        readonly token: string;
      };
    };
    readonly answer: api.Shared;
  };
  /** Follow an expiring link */
  readonly openSignedLink: {
    readonly input: {
      readonly path: {
        readonly token: string;
      };
    };
    readonly answer: null;
  };
  /** What the organization has used of its quotas */
  readonly organizationUsage: {
    readonly input: {
      readonly path: {
        readonly organization_id: string;
      };
      readonly query?: {
        /** First day of the history, UTC. Default: 30 days ago, or a year ago by month. */
        readonly from?: string;
        /** Last day of the history, UTC. Default: today. */
        readonly to?: string;
        /** What one line of the history is. */
        readonly granularity?: "day" | "month";
      };
    };
    readonly answer: api.Usage;
  };
  /** Proof that the log was only continued */
  readonly proveConsistency: {
    readonly input: {
      readonly query: {
        /** Entries of the older log. */
        readonly first: number;
        /** Entries of the newer log. */
        readonly second: number;
      };
    };
    readonly answer: api.ConsistencyProof;
  };
  /** Proof that an entry is in the log */
  readonly proveInclusion: {
    readonly input: {
      readonly query: {
        /** Place of the entry, from 0. */
        readonly index: number;
      };
    };
    readonly answer: api.InclusionProof;
  };
  /** Make files public under their content identifiers */
  readonly publishAsset: {
    readonly input: {
      readonly path: {
        readonly asset_id: string;
      };
      readonly json?: api.PublishRequestInput;
    };
    readonly answer: api.Publications;
  };
  /** Say what leads to a stored manifest */
  readonly putBinding: {
    readonly input: {
      readonly json: api.NewSoftBindingInput;
    };
    readonly answer: null;
  };
  /** Who did what */
  readonly readAuditLog: {
    readonly input: {
      readonly path: {
        readonly organization_id: string;
      };
      readonly query?: {
        /** Page number, from 1. */
        readonly page?: number;
        /** Items a page. */
        readonly page_size?: number;
      };
    };
    readonly answer: api.AuditPage;
  };
  /** A file's Content Credentials as crJSON */
  readonly readCrJson: {
    readonly input: Record<never, never>;
    readonly answer: api.CrJson;
  };
  /** Should it get requests? */
  readonly ready: {
    readonly input: Record<never, never>;
    readonly answer: api.Alive;
  };
  /** Send everything that was missed */
  readonly recoverWebhook: {
    readonly input: {
      readonly path: {
        readonly webhook_id: string;
      };
      readonly json: api.WebhookRecoverInput;
    };
    readonly answer: api.WebhookRecovered;
  };
  /** Send one event again */
  readonly redeliverWebhook: {
    readonly input: {
      readonly path: {
        readonly webhook_id: string;
        readonly delivery_id: string;
      };
    };
    readonly answer: api.WebhookDelivery;
  };
  /** Get a fresh access token */
  readonly refresh: {
    readonly input: {
      readonly json: api.RefreshInput;
    };
    readonly answer: api.AccessToken;
  };
  /** Get a fresh access token for the page */
  readonly refreshBrowserSession: {
    readonly input: Record<never, never>;
    readonly answer: api.BrowserSession;
  };
  /** Open an account */
  readonly register: {
    readonly input: {
      readonly json: api.RegisterInput;
    };
    readonly answer: api.RegisteredUser;
  };
  /** Remove a stored manifest */
  readonly removeManifest: {
    readonly input: {
      readonly path: {
        readonly manifestId: string;
      };
    };
    readonly answer: null;
  };
  /** Remove a member */
  readonly removeMember: {
    readonly input: {
      readonly path: {
        readonly organization_id: string;
        readonly user_id: string;
      };
    };
    readonly answer: null;
  };
  /** Process an upload again */
  readonly reprocessAsset: {
    readonly input: {
      readonly path: {
        readonly asset_id: string;
      };
    };
    readonly answer: api.Asset;
  };
  /** Send the mail that confirms the address again */
  readonly resendVerification: {
    readonly input: {
      readonly json: api.EmailOnlyInput;
    };
    readonly answer: api.MailAccepted;
  };
  /** Set a new password with the token of the mail */
  readonly resetPassword: {
    readonly input: {
      readonly json: api.ResetPasswordInput;
    };
    readonly answer: null;
  };
  /** Take a withdrawal back */
  readonly restoreAsset: {
    readonly input: {
      readonly path: {
        readonly asset_id: string;
      };
    };
    readonly answer: api.Asset;
  };
  /** Go on with a paused import */
  readonly resumeImport: {
    readonly input: {
      readonly path: {
        readonly import_id: string;
      };
    };
    readonly answer: api.Import;
  };
  /** Revoke an API key */
  readonly revokeApiKey: {
    readonly input: {
      readonly path: {
        readonly key_id: string;
      };
    };
    readonly answer: null;
  };
  /** Withdraw a picture */
  readonly revokeAsset: {
    readonly input: {
      readonly path: {
        readonly asset_id: string;
      };
      readonly json: api.RevocationInput;
    };
    readonly answer: api.Asset;
  };
  /** Revoke a public link to a picture */
  readonly revokeAssetShare: {
    readonly input: {
      readonly path: {
        readonly asset_id: string;
        readonly share_id: string;
      };
    };
    readonly answer: null;
  };
  /** Withdraw an invitation */
  readonly revokeInvitation: {
    readonly input: {
      readonly path: {
        readonly organization_id: string;
        readonly invitation_id: string;
      };
    };
    readonly answer: null;
  };
  /** Revoke a public link to a result */
  readonly revokeVerificationShare: {
    readonly input: {
      readonly path: {
        readonly verification_id: string;
        readonly share_id: string;
      };
    };
    readonly answer: null;
  };
  /** Replace an API key */
  readonly rotateApiKey: {
    readonly input: {
      readonly path: {
        readonly key_id: string;
      };
    };
    readonly answer: api.MadeApiKey;
  };
  /** Wrap the keys of all encrypted assets anew */
  readonly rotateEncryptionKey: {
    readonly input: {
      readonly path: {
        readonly organization_id: string;
      };
    };
    readonly answer: api.RotatedKey;
  };
  /** Sign with a new key from now on */
  readonly rotateMasterKey: {
    readonly input: {
      readonly path: {
        readonly organization_id: string;
      };
    };
    readonly answer: api.MasterKey;
  };
  /** Give the endpoint a new secret */
  readonly rotateWebhookSecret: {
    readonly input: {
      readonly path: {
        readonly webhook_id: string;
      };
    };
    readonly answer: api.WebhookWithSecret;
  };
  /** Search pictures */
  readonly searchAssets: {
    readonly input: {
      readonly query: {
        /** Words or their beginnings in title, description, tags, file name; or an exact id, cid, hash. */
        readonly q: string;
        /** Page number, from 1. */
        readonly page?: number;
        /** Items a page. */
        readonly page_size?: number;
        /** Default: best match first. */
        readonly order?: "created_at" | "updated_at" | "title" | "file_size_bytes" | "width" | "height" | "processing_status" | "original_filename";
        readonly sort?: "asc" | "desc";
        /** Comma separated; all must be present, in any case. */
        readonly tags?: string;
        /** Only assets in this processing status. */
        readonly status?: "pending" | "processing" | "completed" | "failed";
        /** Earliest creation, a time or a day; inclusive. */
        readonly created_from?: string;
        /** Latest creation, a time or a day; inclusive. */
        readonly created_to?: string;
        readonly mime_type?: "image/jpeg" | "image/png" | "image/tiff" | "image/webp";
        /** Default: `X-Organization-Id`, else your own organization. */
        readonly organization_id?: string;
      };
    };
    readonly answer: api.FoundAssetPage;
  };
  /** Search pictures of your organization that look like this one */
  readonly searchByImage: {
    readonly input: {
      readonly query?: {
        /** Page number, from 1. */
        readonly page?: number;
        /** Items a page. */
        readonly page_size?: number;
        /** Similarity from which pictures count as alike. It does not change a verdict. */
        readonly threshold?: number;
      };
      readonly form: {
        /** Default: `X-Organization-Id`, else your own organization. */
        readonly organization_id?: string;
        /** The picture. It is not kept. */
        readonly file: ImageInput;
      };
    };
    readonly answer: api.SimilarAssetPage;
  };
  /** Whom to tell about a weakness */
  readonly securityTxt: {
    readonly input: Record<never, never>;
    readonly answer: null;
  };
  /** Make a public link to a picture’s facts */
  readonly shareAsset: {
    readonly input: {
      readonly path: {
        readonly asset_id: string;
      };
      readonly json?: {
        /** Seconds; absent or null: until it is revoked. */
        readonly expires_in?: number | null;
      } | null;
    };
    readonly answer: api.NewShareLink;
  };
  /** Make a public link to a result */
  readonly shareVerification: {
    readonly input: {
      readonly path: {
        readonly verification_id: string;
      };
      readonly json?: {
        /** Seconds; absent or null: until it is revoked. */
        readonly expires_in?: number | null;
      } | null;
    };
    readonly answer: api.NewShareLink;
  };
  /** The page that the warning leads to */
  readonly showCancelEmailChange: {
    readonly input: {
      readonly query: {
        /** From the link of the mail. */
        readonly token: string;
      };
    };
    readonly answer: null;
  };
  /** The page that the mail leads to */
  readonly showResetPassword: {
    readonly input: {
      readonly query: {
        /** From the link of the mail. */
        readonly token: string;
      };
    };
    readonly answer: null;
  };
  /** The page that the mail leads to */
  readonly showVerifyEmail: {
    readonly input: {
      readonly query: {
        /** From the link of the mail. */
        readonly token: string;
      };
    };
    readonly answer: null;
  };
  /** Make an expiring link to a stored file */
  readonly signUrl: {
    readonly input: {
      readonly path: {
        readonly asset_id: string;
      };
      readonly json?: api.SignedUrlRequestInput;
    };
    readonly answer: api.SignedUrl;
  };
  /** Begin a sign-in */
  readonly startSignIn: {
    readonly input: {
      readonly path: {
        readonly provider: string;
      };
      readonly query?: {
        /** Page to end at: a path of this service or an address of an allowed origin. Default: the start page. */
        readonly return_to?: string;
      };
    };
    readonly answer: api.StartedSignIn;
  };
  /** What your organization keeps */
  readonly storageUsage: {
    readonly input: {
      readonly query?: {
        /** Default: `X-Organization-Id`, else your own organization. */
        readonly organization_id?: string;
      };
    };
    readonly answer: api.StorageUsage;
  };
  /** Store a manifest for others to find */
  readonly storeManifest: {
    readonly input: Record<never, never>;
    readonly answer: api.StoredManifest;
  };
  /** Soft bindings that this service resolves */
  readonly supportedAlgorithms: {
    readonly input: Record<never, never>;
    readonly answer: api.SoftBindingAlgorithms;
  };
  /** Send a test event */
  readonly testWebhook: {
    readonly input: {
      readonly path: {
        readonly webhook_id: string;
      };
    };
    readonly answer: api.WebhookTestQueued;
  };
  /** Hand an organization over to another member */
  readonly transferOrganization: {
    readonly input: {
      readonly path: {
        readonly organization_id: string;
      };
      readonly json: api.TransferInput;
    };
    readonly answer: api.Organization;
  };
  /** The transparency log and its newest checkpoint */
  readonly transparencyLog: {
    readonly input: Record<never, never>;
    readonly answer: api.TransparencyLog;
  };
  /** Take the publication of an asset back */
  readonly unpublishAsset: {
    readonly input: {
      readonly path: {
        readonly asset_id: string;
      };
    };
    readonly answer: null;
  };
  /** Register a picture */
  readonly uploadAsset: {
    readonly input: {
      readonly query?: {
        /** Answer the existing asset (200) if this organization has one of the same bytes. */
        readonly dedupe?: boolean;
      };
      readonly form: {
        readonly title?: string;
        readonly description?: string;
        /** Comma separated. At most 50 of at most 64 characters; trimmed, repetitions dropped. */
        readonly tags?: string;
        /** Embed watermark track A (spatial domain). */
        readonly track_a_enabled?: boolean;
        /** Embed watermark track B (frequency domain). */
        readonly track_b_enabled?: boolean;
        /** Embed watermark track C (neural). Skipped with a warning where there is none. */
        readonly track_c_enabled?: boolean;
        /** Strength of track A, above 0, at most 1. Default: the setting, 0.3 unless changed. */
        readonly track_a_strength?: number;
        /** Strength of track B, above 0, at most 1. Default: the setting, 0.2 unless changed. */
        readonly track_b_strength?: number;
        /** Strength of track C, above 0, at most 1. Default: the setting, 0.4 unless changed. */
        readonly track_c_strength?: number;
        /** Extract and keep EXIF, TIFF, XMP, IPTC and C2PA metadata. */
        readonly metadata_tracking_enabled?: boolean;
        /** Asset of the same organization that the picture was made from. */
        readonly parent_asset_id?: string;
        /** What the picture is to `parent_asset_id`. */
        readonly parent_relation?: "derived" | "edited" | "copy";
        /** Record a commitment on the ledger, after the answer. Whatever becomes of it, the upload stands. */
        readonly blockchain_commit?: boolean;
        /** Keep the files of this asset encrypted, also where the service does not do so by itself. */
        readonly encrypt?: boolean;
        /** Organization that gets the asset. Default: `X-Organization-Id`, else your own. */
        readonly organization_id?: string;
        /** JPEG, PNG, TIFF or WebP. Judged by its bytes; name and type that you send do not matter. */
        readonly file: ImageInput;
      };
    };
    readonly answer: api.Asset;
  };
  /** Register several pictures */
  readonly uploadAssets: {
    readonly input: {
      readonly query?: {
        /** Answer the existing asset (200) if this organization has one of the same bytes. */
        readonly dedupe?: boolean;
      };
      readonly form: {
        readonly title?: string;
        readonly description?: string;
        /** Comma separated. At most 50 of at most 64 characters; trimmed, repetitions dropped. */
        readonly tags?: string;
        /** Embed watermark track A (spatial domain). */
        readonly track_a_enabled?: boolean;
        /** Embed watermark track B (frequency domain). */
        readonly track_b_enabled?: boolean;
        /** Embed watermark track C (neural). Skipped with a warning where there is none. */
        readonly track_c_enabled?: boolean;
        /** Strength of track A, above 0, at most 1. Default: the setting, 0.3 unless changed. */
        readonly track_a_strength?: number;
        /** Strength of track B, above 0, at most 1. Default: the setting, 0.2 unless changed. */
        readonly track_b_strength?: number;
        /** Strength of track C, above 0, at most 1. Default: the setting, 0.4 unless changed. */
        readonly track_c_strength?: number;
        /** Extract and keep EXIF, TIFF, XMP, IPTC and C2PA metadata. */
        readonly metadata_tracking_enabled?: boolean;
        /** Asset of the same organization that the picture was made from. */
        readonly parent_asset_id?: string;
        /** What the picture is to `parent_asset_id`. */
        readonly parent_relation?: "derived" | "edited" | "copy";
        /** Record a commitment on the ledger, after the answer. Whatever becomes of it, the upload stands. */
        readonly blockchain_commit?: boolean;
        /** Keep the files of this asset encrypted, also where the service does not do so by itself. */
        readonly encrypt?: boolean;
        /** Organization that gets the asset. Default: `X-Organization-Id`, else your own. */
        readonly organization_id?: string;
        /** 1 to 20 pictures, one part each; the fields are for all of them. */
        readonly files: readonly ImageInput[];
      };
    };
    readonly answer: api.BatchUpload;
  };
  /** Ask what an API key may do */
  readonly validateApiKey: {
    readonly input: Record<never, never>;
    readonly answer: api.ValidApiKey;
  };
  /** Watch one of your verifications while it runs */
  readonly verificationEvents: {
    readonly input: {
      readonly path: {
        readonly verification_id: string;
      };
    };
    readonly answer: null;
  };
  /** All that is needed to check a verification without this service */
  readonly verificationEvidence: {
    readonly input: {
      readonly path: {
        readonly verification_id: string;
      };
      readonly query?: {
        /** Default: the first of `Accept-Language` that there is, else `en`. */
        readonly lang?: "en" | "de" | "zh" | "ar";
      };
    };
    readonly answer: null;
  };
  /** What was verified */
  readonly verificationHistory: {
    readonly input: {
      readonly query?: {
        /** Page number, from 1. */
        readonly page?: number;
        /** Items a page. */
        readonly page_size?: number;
        readonly verdict?: "authentic" | "forged" | "unknown";
        /** Earliest, a time or a day; inclusive. */
        readonly start_date?: string;
        /** Latest, a time or a day; inclusive. */
        readonly end_date?: string;
        /** Only those of this person, signed in or by a key; with `scope=organization`. */
        readonly user_id?: string;
        /** Only those made with this API key. */
        readonly api_key_id?: string;
        /** `organization`: those of all members and API keys; for its administrators. */
        readonly scope?: "own" | "organization";
        /** With `scope=organization`. Default: `X-Organization-Id`, else your own. */
        readonly organization_id?: string;
        /** `csv`: all lines of the filter, up to 10,000, instead of one page. */
        readonly format?: "json" | "csv";
      };
    };
    readonly answer: api.HistoryPage;
  };
  /** One of your verifications as a report */
  readonly verificationReport: {
    readonly input: {
      readonly path: {
        readonly verification_id: string;
      };
    };
    readonly answer: api.VerificationReport;
  };
  /** A verification as a page to keep */
  readonly verificationReportPage: {
    readonly input: {
      readonly path: {
        readonly verification_id: string;
      };
      readonly query?: {
        /** Default: the first of `Accept-Language` that there is, else `en`. */
        readonly lang?: "en" | "de" | "zh" | "ar";
      };
    };
    readonly answer: null;
  };
  /** A verification as a document to print */
  readonly verificationReportPdf: {
    readonly input: {
      readonly path: {
        readonly verification_id: string;
      };
      readonly query?: {
        /** Default: the first of `Accept-Language` that there is, else `en`. */
        readonly lang?: "en" | "de" | "zh" | "ar";
      };
    };
    readonly answer: null;
  };
  /** Verify a picture */
  readonly verify: {
    readonly input: {
      readonly query?: {
        /** Similarity from which pictures count as alike. It does not change a verdict. */
        readonly threshold?: number;
      };
      readonly form: {
        /** Answer `tamper_map` as well. */
        readonly include_tamper_map?: boolean;
        /** JPEG, PNG, TIFF or WebP. It is not kept, unless `store` says so. */
        readonly file: ImageInput;
        /** Keep the picture, of at most 16 MiB, and its maps for seven days, for your evidence. */
        readonly store?: boolean;
      };
    };
    readonly answer: api.VerificationResult | api.DeferredVerification;
  };
  /** Verify several pictures */
  readonly verifyBatch: {
    readonly input: {
      readonly query?: {
        /** Similarity from which pictures count as alike. It does not change a verdict. */
        readonly threshold?: number;
      };
      readonly form: {
        /** Answer `tamper_map` as well. */
        readonly include_tamper_map?: boolean;
        /** 1 to 20 pictures, one part each. */
        readonly files: readonly ImageInput[];
      };
    };
    readonly answer: api.BatchResult;
  };
  /** Confirm an e-mail address */
  readonly verifyEmail: {
    readonly input: {
      readonly json: api.VerifyEmailInput;
    };
    readonly answer: api.Verified;
  };
}
