/**
 * Types of the wire, one for each component of docs/reference/openapi.json.
 * Made by tools/generateApiTypes.mjs; change the schemas of the service and run it again, do not edit.
 * @module
 */

/** A fresh access token; without `rotate` the refresh token stays valid. */
export interface AccessToken {
  /** Send it as `Authorization: Bearer ...`. */
  readonly access_token: string;
  readonly token_type: "bearer";
  /** Seconds for which the access token is valid. */
  readonly expires_in: number;
  /** With `rotate` alone: takes the place of the one you sent. */
  readonly refresh_token?: string;
}

/** One word for orchestrators. */
export interface Alive {
  readonly status: "healthy" | "unhealthy";
  /** UTC. */
  readonly timestamp: string;
}

/** A registered picture. */
export interface Asset {
  /** Identifier, a UUID in lower case. */
  readonly id: string;
  /** Identifier, a UUID in lower case. */
  readonly organization_id: string;
  /** Identifier, a UUID in lower case. */
  readonly created_by: string;
  /** Identifier of this asset, derived from its facts. */
  readonly cid: string;
  /** SHA-256 of the uploaded bytes. */
  readonly content_hash: string;
  /** SHA-256 of the delivered file. */
  readonly watermarked_content_hash: string | null;
  readonly title: string | null;
  readonly description: string | null;
  readonly tags: readonly string[];
  readonly original_filename: string | null;
  readonly mime_type: string;
  readonly file_size_bytes: number;
  /** Pixels as people see them, EXIF orientation applied. */
  readonly width: number;
  readonly height: number;
  /** UnixFS CID of the uploaded bytes. */
  readonly ipfs_cid: string | null;
  readonly archive_cid: string | null;
  /** UnixFS CID of the delivered file. */
  readonly watermarked_cid: string | null;
  /** Works without a credential for 15 minutes. */
  readonly watermarked_storage_url: string | null;
  /** WebP, long side at most 512 px. Works for 15 minutes. */
  readonly preview_url: string | null;
  readonly is_encrypted: boolean;
  readonly exif_metadata: {
    readonly [member: string]: unknown;
  } | null;
  readonly tiff_metadata: {
    readonly [member: string]: unknown;
  } | null;
  readonly c2pa_metadata: {
    readonly [member: string]: unknown;
  } | null;
  readonly processing_status: "pending" | "processing" | "completed" | "failed";
  readonly processing_error: string | null;
  readonly warnings: readonly string[];
  /** The oldest asset of this organization with the same bytes. */
  readonly duplicate_of: string | null;
  readonly revoked_at: string | null;
  readonly revoked_reason: string | null;
  readonly watermark: WatermarkSummary | null;
  /** UTC. */
  readonly created_at: string;
  readonly updated_at: string | null;
}

/** Assets, one page. */
export interface AssetPage {
  readonly items: readonly Asset[];
  /** Items on all pages. */
  readonly total: number;
  readonly page: number;
  readonly page_size: number;
  /** Number of pages; 0 if there is nothing. */
  readonly pages: number;
}

/** What is absent stays, null clears, other members are ignored. */
export interface AssetPatchInput {
  readonly title?: string | null;
  readonly description?: string | null;
  /** Replaces the list. At most 50 of at most 64 characters; trimmed, repetitions dropped. */
  readonly tags?: readonly string[] | null;
}

/** One picture of a batch. */
export interface BatchItem {
  /** Null only for a picture of a batch that could not be judged. */
  readonly verification_id: string | null;
  /** UTC. */
  readonly verified_at: string;
  /** `unknown` means that no registered original was found, never "fake". */
  readonly verdict: "authentic" | "forged" | "unknown";
  /** The same as `verdict` = `authentic`. */
  readonly is_authentic: boolean;
  /** How sure the service is of this verdict. Exactly 1 for a stored file. */
  readonly confidence: number;
  /** One or two sentences that name the evidence. */
  readonly details: string;
  readonly watermark: {
    readonly track_a_detected: boolean;
    readonly track_b_detected: boolean;
    readonly track_c_detected: boolean;
    /** Base64 of the 16 bytes of the asset id that the marks carry. */
    readonly payload: string | null;
  };
  readonly fingerprint: {
    /** Of the nearest registered picture; 0 if there is none. */
    readonly similarity_score: number;
    readonly match_count: number;
    readonly top_matches: readonly {
      /** Identifier, a UUID in lower case. */
      readonly asset_id: string;
      readonly similarity: number;
      readonly distance: number;
    }[];
  };
  readonly blockchain: {
    readonly commitment_found: boolean;
    readonly signature_valid: boolean;
    readonly on_chain: boolean;
    readonly tx_hash: string | null;
  };
  readonly metadata: {
    /** True only if there is an original and its recorded EXIF is that of this file. */
    readonly exif_intact: boolean;
    readonly modifications: readonly {
      readonly type: string;
      readonly severity: "low" | "medium" | "high";
      readonly [member: string]: unknown;
    }[];
  };
  /** PNG in base64, the aspect of your picture, 8-bit grey: 0 the same, 255 a certain edit. */
  readonly tamper_map: string | null;
  readonly tamper_score: number;
  /** Changed regions in pixels of your picture, the largest first. */
  readonly tamper_regions: readonly {
    readonly x: number;
    readonly y: number;
    readonly w: number;
    readonly h: number;
    readonly score: number;
  }[];
  readonly evidence: readonly {
    readonly kind: "exact_file" | "watermark" | "fingerprint" | "comparison" | "ledger" | "content_credentials" | "metadata";
    readonly state: "for" | "against" | "neutral" | "absent";
    readonly statement: string;
    readonly asset_id: string | null;
  }[];
  /** The registered asset that the verdict is about. */
  readonly asset_id: string | null;
  /** Its owner has withdrawn that asset. */
  readonly revoked: boolean;
  /** SHA-256 of your file. */
  readonly source_image_hash: string | null;
  readonly processing_time_ms: number;
  readonly model_version: string;
  /** Position in your request. */
  readonly index: number;
  readonly filename: string | null;
  /** Why this picture could not be judged; null if it was. */
  readonly error: {
    readonly error_code: "INVALID_CREDENTIALS" | "TOKEN_EXPIRED" | "INVALID_API_KEY" | "QUOTA_EXCEEDED" | "ASSET_NOT_FOUND" | "FILE_TOO_LARGE" | "INVALID_FILE_TYPE" | "PROCESSING_FAILED" | "BLOCKCHAIN_ERROR" | "RATE_LIMITED" | "BAD_REQUEST" | "AMBIGUOUS_CREDENTIALS" | "UNAUTHENTICATED" | "INVALID_TOKEN" | "TOKEN_REUSED" | "FORBIDDEN" | "INSUFFICIENT_SCOPE" | "EMAIL_NOT_VERIFIED" | "NOT_FOUND" | "ORGANIZATION_NOT_FOUND" | "API_KEY_NOT_FOUND" | "WEBHOOK_NOT_FOUND" | "DELIVERY_NOT_FOUND" | "COMMITMENT_NOT_FOUND" | "TRANSACTION_NOT_FOUND" | "VERIFICATION_NOT_FOUND" | "SESSION_NOT_FOUND" | "MEMBER_NOT_FOUND" | "INVITATION_NOT_FOUND" | "PROVIDER_NOT_FOUND" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "EMAIL_ALREADY_EXISTS" | "SLUG_ALREADY_EXISTS" | "MEMBER_ALREADY_EXISTS" | "LAST_OWNER" | "ASSET_NOT_READY" | "IDEMPOTENCY_IN_PROGRESS" | "GONE" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RANGE_NOT_SATISFIABLE" | "VALIDATION_ERROR" | "WEBHOOK_URL_BLOCKED" | "IDEMPOTENCY_KEY_REUSED" | "WEAK_PASSWORD" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
    readonly detail: string;
  } | null;
}

/** Several verifications. */
export interface BatchResult {
  /** In the order of your files. */
  readonly results: readonly BatchItem[];
  readonly total: number;
  readonly successful: number;
  readonly failed: number;
  readonly processing_time_ms: number;
}

/** The old and the new password. */
export interface ChangePasswordInput {
  readonly current_password: string;
  readonly new_password: string;
}

/** Where to send the mail. */
export interface EmailOnlyInput {
  readonly email: string;
}

/** Every failure. Some codes add members, for instance `limit` or `asset_id`. */
export interface Error {
  /** A sentence for people. */
  readonly detail: string;
  /** Stable; decide by this one. */
  readonly error_code: "INVALID_CREDENTIALS" | "TOKEN_EXPIRED" | "INVALID_API_KEY" | "QUOTA_EXCEEDED" | "ASSET_NOT_FOUND" | "FILE_TOO_LARGE" | "INVALID_FILE_TYPE" | "PROCESSING_FAILED" | "BLOCKCHAIN_ERROR" | "RATE_LIMITED" | "BAD_REQUEST" | "AMBIGUOUS_CREDENTIALS" | "UNAUTHENTICATED" | "INVALID_TOKEN" | "TOKEN_REUSED" | "FORBIDDEN" | "INSUFFICIENT_SCOPE" | "EMAIL_NOT_VERIFIED" | "NOT_FOUND" | "ORGANIZATION_NOT_FOUND" | "API_KEY_NOT_FOUND" | "WEBHOOK_NOT_FOUND" | "DELIVERY_NOT_FOUND" | "COMMITMENT_NOT_FOUND" | "TRANSACTION_NOT_FOUND" | "VERIFICATION_NOT_FOUND" | "SESSION_NOT_FOUND" | "MEMBER_NOT_FOUND" | "INVITATION_NOT_FOUND" | "PROVIDER_NOT_FOUND" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "EMAIL_ALREADY_EXISTS" | "SLUG_ALREADY_EXISTS" | "MEMBER_ALREADY_EXISTS" | "LAST_OWNER" | "ASSET_NOT_READY" | "IDEMPOTENCY_IN_PROGRESS" | "GONE" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RANGE_NOT_SATISFIABLE" | "VALIDATION_ERROR" | "WEBHOOK_URL_BLOCKED" | "IDEMPOTENCY_KEY_REUSED" | "WEAK_PASSWORD" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  /** UTC. */
  readonly timestamp: string;
  /** The same as in `X-Request-Id`. */
  readonly request_id: string;
  readonly errors?: readonly FieldError[];
  readonly [member: string]: unknown;
}

/** One field that has to be changed. */
export interface FieldError {
  /** Name as you sent it. */
  readonly field: string;
  readonly location: "body" | "query" | "path" | "header";
  /** Short machine word. */
  readonly code: string;
  readonly message: string;
}

/** The perceptual fingerprint of an asset. */
export interface Fingerprint {
  /** Identifier, a UUID in lower case. */
  readonly asset_id: string;
  /** 256 bits, 64 lower-case hex characters. */
  readonly pdq_hash: string;
  /** Sign bits of the 768-dimensional vector, hex. */
  readonly clip_hash: string;
  /** Sign bits of the 1024-dimensional vector, hex. */
  readonly dino_hash: string;
  readonly embedding_model: string;
  readonly similarity_threshold: number;
  /** UTC. */
  readonly created_at: string;
}

/** How the service is. */
export interface Health {
  readonly status: "healthy" | "degraded" | "unhealthy";
  readonly version: string;
  /** UTC. */
  readonly timestamp: string;
  readonly checks: {
    readonly database: "healthy" | "unhealthy" | "disabled";
    /** Where requests are counted. `disabled`: no shared store is configured, this process counts by itself. */
    readonly cache: "healthy" | "unhealthy" | "disabled";
    /** The workers that mark, read and compare pictures. */
    readonly ml_models: "healthy" | "unhealthy" | "disabled";
  };
}

/** A verification that you made. */
export interface HistoryItem {
  /** Identifier, a UUID in lower case. */
  readonly id: string;
  /** UTC. */
  readonly verified_at: string;
  /** `unknown` means that no registered original was found, never "fake". */
  readonly verdict: "authentic" | "forged" | "unknown";
  readonly confidence: number;
  readonly asset_id: string | null;
  readonly matched_asset: {
    /** Identifier, a UUID in lower case. */
    readonly id: string;
    /** Null unless you are a member of its organization. */
    readonly title: string | null;
    readonly cid: string;
    readonly preview_url: string | null;
  } | null;
}

/** Your verifications, the newest first. */
export interface HistoryPage {
  readonly items: readonly HistoryItem[];
  /** Items on all pages. */
  readonly total: number;
  readonly page: number;
  readonly page_size: number;
  /** Number of pages; 0 if there is nothing. */
  readonly pages: number;
}

/** Address and password of an account. */
export interface LoginInput {
  readonly email: string;
  readonly password: string;
}

/** The account of the caller. */
export interface Me {
  /** Identifier, a UUID in lower case. */
  readonly id: string;
  readonly email: string;
  readonly full_name: string | null;
  readonly tier: "free" | "pro" | "enterprise";
  /** UTC. */
  readonly created_at: string;
  /** Whether the e-mail address was confirmed. */
  readonly is_verified: boolean;
  readonly updated_at: string | null;
  readonly last_login_at: string | null;
  /** False: signs in through a provider alone. */
  readonly has_password: boolean;
  /** The personal organization, used when a request names none. */
  readonly organization_id: string;
}

/** A new endpoint. */
export interface NewWebhookInput {
  /** https, port 443 or at least 1024, no user name, leading to public addresses only. */
  readonly url: string;
  /** Names of `GET /v1/webhooks/events`, or `*` for all. */
  readonly events: readonly ("asset.processed" | "asset.updated" | "asset.deleted" | "asset.revoked" | "asset.matched" | "verification.completed" | "verification.batch_completed" | "commitment.created" | "commitment.confirmed" | "commitment.finalized" | "commitment.failed" | "quota.warning" | "quota.exceeded" | "api_key.created" | "api_key.revoked" | "api_key.expiring" | "member.invited" | "member.joined" | "member.removed" | "webhook.disabled" | "webhook.test" | "*")[];
  /** False: nothing is sent and nothing is kept for later. */
  readonly active?: boolean;
  /** For yourself. */
  readonly description?: string | null;
  /** Default: `X-Organization-Id`, else your own organization. */
  readonly organization_id?: string;
}

/** What to change; what is left out stays. */
export interface ProfilePatchInput {
  /** Shown to other members; null removes it. */
  readonly full_name?: string | null;
  /** A mail goes there; the address changes when its link is used. */
  readonly email?: string;
  /** Needed to change the address. */
  readonly current_password?: string;
}

/** The refresh token of a login. */
export interface RefreshInput {
  readonly refresh_token: string;
  /** Replace the refresh token as well: the answer has the new one, the old one ends. */
  readonly rotate?: boolean;
}

/** A new account. */
export interface RegisterInput {
  readonly email: string;
  /** 8 to 128 characters of any kind; not a common one, not your name or address. */
  readonly password: string;
  /** Shown to other members. */
  readonly full_name?: string | null;
}

/** An account. Registration does not log in. */
export interface RegisteredUser {
  /** Identifier, a UUID in lower case. */
  readonly id: string;
  readonly email: string;
  readonly full_name: string | null;
  readonly tier: "free" | "pro" | "enterprise";
  /** UTC. */
  readonly created_at: string;
}

/** A new password, and the right to set it. */
export interface ResetPasswordInput {
  /** From the link of the mail. */
  readonly token: string;
  /** The new password. */
  readonly password: string;
}

/** One sign-in. */
export interface Session {
  /** Identifier, a UUID in lower case. */
  readonly id: string;
  /** UTC. */
  readonly created_at: string;
  /** When its access token was last refreshed. */
  readonly last_used_at: string | null;
  /** UTC. */
  readonly expires_at: string;
  readonly ip: string | null;
  readonly user_agent: string | null;
  /** The session that asks. */
  readonly is_current: boolean;
}

/** Your sessions, newest first. */
export interface SessionPage {
  readonly items: readonly Session[];
  /** Items on all pages. */
  readonly total: number;
  readonly page: number;
  readonly page_size: number;
  /** Number of pages; 0 if there is nothing. */
  readonly pages: number;
}

/** A session. */
export interface TokenPair {
  /** Send it as `Authorization: Bearer ...`. */
  readonly access_token: string;
  /** Valid for 30 days. */
  readonly refresh_token: string;
  readonly token_type: "bearer";
  /** Seconds for which the access token is valid. */
  readonly expires_in: number;
}

/** What the service found. All keys are always there. */
export interface VerificationResult {
  /** Null only for a picture of a batch that could not be judged. */
  readonly verification_id: string | null;
  /** UTC. */
  readonly verified_at: string;
  /** `unknown` means that no registered original was found, never "fake". */
  readonly verdict: "authentic" | "forged" | "unknown";
  /** The same as `verdict` = `authentic`. */
  readonly is_authentic: boolean;
  /** How sure the service is of this verdict. Exactly 1 for a stored file. */
  readonly confidence: number;
  /** One or two sentences that name the evidence. */
  readonly details: string;
  readonly watermark: {
    readonly track_a_detected: boolean;
    readonly track_b_detected: boolean;
    readonly track_c_detected: boolean;
    /** Base64 of the 16 bytes of the asset id that the marks carry. */
    readonly payload: string | null;
  };
  readonly fingerprint: {
    /** Of the nearest registered picture; 0 if there is none. */
    readonly similarity_score: number;
    readonly match_count: number;
    readonly top_matches: readonly {
      /** Identifier, a UUID in lower case. */
      readonly asset_id: string;
      readonly similarity: number;
      readonly distance: number;
    }[];
  };
  readonly blockchain: {
    readonly commitment_found: boolean;
    readonly signature_valid: boolean;
    readonly on_chain: boolean;
    readonly tx_hash: string | null;
  };
  readonly metadata: {
    /** True only if there is an original and its recorded EXIF is that of this file. */
    readonly exif_intact: boolean;
    readonly modifications: readonly {
      readonly type: string;
      readonly severity: "low" | "medium" | "high";
      readonly [member: string]: unknown;
    }[];
  };
  /** PNG in base64, the aspect of your picture, 8-bit grey: 0 the same, 255 a certain edit. */
  readonly tamper_map: string | null;
  readonly tamper_score: number;
  /** Changed regions in pixels of your picture, the largest first. */
  readonly tamper_regions: readonly {
    readonly x: number;
    readonly y: number;
    readonly w: number;
    readonly h: number;
    readonly score: number;
  }[];
  readonly evidence: readonly {
    readonly kind: "exact_file" | "watermark" | "fingerprint" | "comparison" | "ledger" | "content_credentials" | "metadata";
    readonly state: "for" | "against" | "neutral" | "absent";
    readonly statement: string;
    readonly asset_id: string | null;
  }[];
  /** The registered asset that the verdict is about. */
  readonly asset_id: string | null;
  /** Its owner has withdrawn that asset. */
  readonly revoked: boolean;
  /** SHA-256 of your file. */
  readonly source_image_hash: string | null;
  readonly processing_time_ms: number;
  readonly model_version: string;
}

/** The address is confirmed. */
export interface Verified {
  readonly is_verified: true;
}

/** The proof that you read mails of the address. */
export interface VerifyEmailInput {
  /** From the link of the mail. */
  readonly token: string;
}

/** The watermark record of an asset. */
export interface Watermark {
  /** Read back from the written file, not just embedded. */
  readonly track_a_detected: boolean;
  readonly track_b_detected: boolean;
  readonly track_c_detected: boolean;
  /** Mean of the embedded tracks, 0..1. */
  readonly embedding_strength: number | null;
  readonly strengths: {
    readonly track_a: number;
    readonly track_b: number;
    readonly track_c: number;
  } | null;
  /** 0..1; null if not measured for this picture. */
  readonly robustness_score: number | null;
  /** Delivered against original pixels; null if identical. */
  readonly psnr_db: number | null;
  readonly ssim: number | null;
  /** Identifier, a UUID in lower case. */
  readonly asset_id: string;
  /** Base64 of the 16 bytes of the asset id that the tracks carry. */
  readonly payload: string;
}

/** What was embedded, and how well it can be read and seen. */
export interface WatermarkSummary {
  /** Read back from the written file, not just embedded. */
  readonly track_a_detected: boolean;
  readonly track_b_detected: boolean;
  readonly track_c_detected: boolean;
  /** Mean of the embedded tracks, 0..1. */
  readonly embedding_strength: number | null;
  readonly strengths: {
    readonly track_a: number;
    readonly track_b: number;
    readonly track_c: number;
  } | null;
  /** 0..1; null if not measured for this picture. */
  readonly robustness_score: number | null;
  /** Delivered against original pixels; null if identical. */
  readonly psnr_db: number | null;
  readonly ssim: number | null;
}

/** An endpoint that events are sent to. */
export interface Webhook {
  /** Identifier, a UUID in lower case. */
  readonly id: string;
  /** Identifier, a UUID in lower case. */
  readonly organization_id: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly active: boolean;
  readonly description: string | null;
  /** Since when every attempt fails; after five days it is switched off. */
  readonly failing_since: string | null;
  /** When the service switched it off. */
  readonly disabled_at: string | null;
  /** `gone`: it answered 410. `failing`: nothing arrived for five days. */
  readonly disabled_reason: "gone" | "failing" | null;
  /** Until then the secret before the last rotation signs as well. */
  readonly previous_secret_until: string | null;
  /** UTC. */
  readonly created_at: string;
  readonly updated_at: string | null;
}

/** One event on its way to one endpoint. */
export interface WebhookDelivery {
  /** Identifier, a UUID in lower case. */
  readonly id: string;
  readonly event: string;
  /** `delivered` and `failed` are final. */
  readonly status: "pending" | "delivering" | "delivered" | "failed";
  /** Attempts begun so far. */
  readonly attempt: number;
  /** HTTP status that the last attempt got. */
  readonly response_status: number | null;
  /** How long the last attempt took. */
  readonly duration_ms: number | null;
  /** UTC. */
  readonly created_at: string;
  /** Identifier, a UUID in lower case. */
  readonly webhook_id: string;
  /** Sent as `webhook-id`; the same for every delivery of the event. */
  readonly event_id: string;
  /** The exact bytes of every attempt. */
  readonly request_body: string;
  /** At most the first 4 KiB. */
  readonly response_body: string | null;
  /** Why the last attempt got no answer. */
  readonly error: string | null;
  readonly next_attempt_at: string | null;
  readonly delivered_at: string | null;
}

/** A delivery, in short. */
export interface WebhookDeliveryLine {
  /** Identifier, a UUID in lower case. */
  readonly id: string;
  readonly event: string;
  /** `delivered` and `failed` are final. */
  readonly status: "pending" | "delivering" | "delivered" | "failed";
  /** Attempts begun so far. */
  readonly attempt: number;
  /** HTTP status that the last attempt got. */
  readonly response_status: number | null;
  /** How long the last attempt took. */
  readonly duration_ms: number | null;
  /** UTC. */
  readonly created_at: string;
}

/** Deliveries, one page, the newest first. */
export interface WebhookDeliveryPage {
  readonly items: readonly WebhookDeliveryLine[];
  /** Items on all pages. */
  readonly total: number;
  readonly page: number;
  readonly page_size: number;
  /** Number of pages; 0 if there is nothing. */
  readonly pages: number;
}

/** Every event there is. */
export interface WebhookEvents {
  readonly items: readonly {
    readonly event: string;
    readonly sent_when: string;
    /** False: this version does not send it yet; you may subscribe already. */
    readonly sent: boolean;
    /** Members of `data` and their meaning. */
    readonly data: {
      readonly [member: string]: string;
    };
  }[];
}

/** Endpoints, one page. */
export interface WebhookPage {
  readonly items: readonly Webhook[];
  /** Items on all pages. */
  readonly total: number;
  readonly page: number;
  readonly page_size: number;
  /** Number of pages; 0 if there is nothing. */
  readonly pages: number;
}

/** What is absent stays; other members are ignored. */
export interface WebhookPatchInput {
  /** https, port 443 or at least 1024, no user name, leading to public addresses only. */
  readonly url?: string;
  /** Names of `GET /v1/webhooks/events`, or `*` for all. */
  readonly events?: readonly ("asset.processed" | "asset.updated" | "asset.deleted" | "asset.revoked" | "asset.matched" | "verification.completed" | "verification.batch_completed" | "commitment.created" | "commitment.confirmed" | "commitment.finalized" | "commitment.failed" | "quota.warning" | "quota.exceeded" | "api_key.created" | "api_key.revoked" | "api_key.expiring" | "member.invited" | "member.joined" | "member.removed" | "webhook.disabled" | "webhook.test" | "*")[];
  /** True also forgives what failed before. */
  readonly active?: boolean;
  /** For yourself. */
  readonly description?: string | null;
}

/** From when on events are sent again. */
export interface WebhookRecoverInput {
  /** Earliest event, a time or a day (UTC). Events are kept for 30 days. */
  readonly since: string;
}

/** What will be sent again. */
export interface WebhookRecovered {
  /** Deliveries that were queued. */
  readonly queued: number;
  /** False: there is more than one call queues; repeat the call. */
  readonly complete: boolean;
}

/** The test event was queued. */
export interface WebhookTestQueued {
  readonly data: {
    /** Identifier, a UUID in lower case. */
    readonly delivery_id: string;
  };
  readonly message: string;
  /** UTC. */
  readonly timestamp: string;
  readonly request_id: string;
}

/** An endpoint and its new secret. */
export interface WebhookWithSecret {
  /** Identifier, a UUID in lower case. */
  readonly id: string;
  /** Identifier, a UUID in lower case. */
  readonly organization_id: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly active: boolean;
  readonly description: string | null;
  /** Since when every attempt fails; after five days it is switched off. */
  readonly failing_since: string | null;
  /** When the service switched it off. */
  readonly disabled_at: string | null;
  /** `gone`: it answered 410. `failing`: nothing arrived for five days. */
  readonly disabled_reason: "gone" | "failing" | null;
  /** Until then the secret before the last rotation signs as well. */
  readonly previous_secret_until: string | null;
  /** UTC. */
  readonly created_at: string;
  readonly updated_at: string | null;
  /** `whsec_` and base64 of 32 bytes. Shown this once; keep it. */
  readonly secret: string;
}
