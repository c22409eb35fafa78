/**
 * Types of the wire, one for each component of docs/reference/openapi.json.
 * Made by tools/generateApiTypes.mjs; change the schemas of the service and run it again, do not edit.
 * @module
 */

/** The secret of an invitation. */
export interface AcceptInvitationInput {
  /** `token` of the link in the mail. */
  readonly token: string;
}

/** A fresh access token and the refresh token that replaces yours. */
export interface AccessToken {
  /** Send it as `Authorization: Bearer ...`. */
  readonly access_token: string;
  readonly token_type: "bearer";
  /** Seconds for which the access token is valid. */
  readonly expires_in: number;
  /** Takes the place of the one you sent; absent with `rotate` false. */
  readonly refresh_token?: string;
}

/** One word for orchestrators. */
export interface Alive {
  readonly status: "healthy" | "degraded" | "unhealthy";
  /** UTC. */
  readonly timestamp: string;
  /** Sentences for the operator; empty if there is nothing to say. */
  readonly problems: readonly string[];
}

/** An API key, without its secret. */
export interface ApiKey {
  /** Identifier, a UUID in lower case. */
  readonly id: string;
  /** Identifier, a UUID in lower case. */
  readonly organization_id: string;
  /** Who made it; it never may more than this member. */
  readonly user_id: string;
  /** Its beginning and its last four characters; the key itself is not kept. */
  readonly key: string;
  readonly name: string;
  readonly scopes: readonly ("read" | "verify" | "write" | "delete" | "commit" | "webhooks" | "org:read" | "org:admin" | "*")[];
  readonly rate_limit_per_hour: number | null;
  readonly rate_limit_per_day: number | null;
  readonly is_active: boolean;
  readonly expires_at: string | null;
  /** To the minute. */
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
  /** The key that took its place. */
  readonly rotated_to_id: string | null;
  /** UTC. */
  readonly created_at: string;
}

/** API keys, the latest first. */
export interface ApiKeyPage {
  readonly items: readonly ApiKey[];
  /** Items on all pages. */
  readonly total: number;
  readonly page: number;
  readonly page_size: number;
  /** Number of pages; 0 if there is nothing. */
  readonly pages: number;
}

/** What shall change. */
export interface ApiKeyPatchInput {
  readonly name?: string;
  /** `upload` means `write`, `admin` means `*`. None means `read` and `verify`. */
  readonly scopes?: readonly ("read" | "verify" | "write" | "delete" | "commit" | "webhooks" | "org:read" | "org:admin" | "*" | "upload" | "admin")[];
  /** `false` switches it off for a while. */
  readonly is_active?: boolean;
  /** Lowers the limit of the service; `null`: that limit. */
  readonly rate_limit_per_hour?: number | null;
  /** Lowers the limit of the service; `null`: that limit. */
  readonly rate_limit_per_day?: number | null;
}

/** A copy of all files of an asset in write-once storage. */
export interface Archive {
  /** Identifier, a UUID in lower case. */
  readonly asset_id: string;
  /** CID of the CAR file (codec 0x0202). */
  readonly archive_cid: string;
  readonly size_bytes: number;
  /** UTC. */
  readonly archived_at: string;
  /** When the archive was last read back; null if not yet. */
  readonly checked_at: string | null;
  readonly check_state: "intact" | "altered" | "missing" | null;
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
  /** EXIF tags by name, with where the picture was taken; for members alone. */
  readonly exif_metadata: {
    readonly [member: string]: unknown;
  } | null;
  /** TIFF tags by name. */
  readonly tiff_metadata: {
    readonly [member: string]: unknown;
  } | null;
  /** docs/reference/contentCredentials.md tells its members. */
  readonly c2pa_metadata: {
    readonly [member: string]: unknown;
  } | null;
  /** XMP properties by their local names. */
  readonly xmp_metadata: {
    readonly [member: string]: unknown;
  } | null;
  /** IPTC-IIM data sets by name. */
  readonly iptc_metadata: {
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
  /** Only in the answer to an upload that asked for one; the event `commitment.finalized` follows. */
  readonly commitment?: {
    readonly status: "pending";
  };
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

/** Who did what. Each entry holds the hash of the one before it. */
export interface AuditEntry {
  /** Identifier, a UUID in lower case. */
  readonly id: string;
  /** Identifier, a UUID in lower case. */
  readonly organization_id: string;
  /** 1, 2, ... without gaps. */
  readonly sequence: number;
  /** A user or an API key. */
  readonly actor_id: string | null;
  readonly actor_kind: "user" | "api_key" | "system";
  readonly action: string;
  readonly target_kind: string | null;
  readonly target_id: string | null;
  readonly details: {
    readonly [member: string]: unknown;
  } | null;
  readonly requester_ip: string | null;
  readonly request_id: string | null;
  /** UTC. */
  readonly created_at: string;
  /** `hash` of the entry before. */
  readonly prev_hash: string | null;
  /** SHA-256 of the canonical JSON (RFC 8785) of all members but this one, with `"v":1`. */
  readonly hash: string;
}

/** What the transparency log holds of an audit log. */
export interface AuditHead {
  /** Of the newest entry then. */
  readonly sequence: number;
  /** `hash` of that entry. */
  readonly hash: string;
  /** The organization was deleted with it. */
  readonly is_last: boolean;
  /** 32 random bytes, base64. Keep it to yourself: it opens the entry to whoever has it. */
  readonly salt: string;
  /** The entry of the transparency log, letter for letter. */
  readonly entry: string;
  /** Its place there, for `/v1/transparency/inclusion`; null within seconds. */
  readonly index: number | null;
  /** UTC. */
  readonly created_at: string;
}

/** The latest first. */
export interface AuditHeadPage {
  readonly items: readonly AuditHead[];
  /** Items on all pages. */
  readonly total: number;
  readonly page: number;
  readonly page_size: number;
  /** Number of pages; 0 if there is nothing. */
  readonly pages: number;
}

/** Entries, the latest first. */
export interface AuditPage {
  readonly items: readonly AuditEntry[];
  /** Items on all pages. */
  readonly total: number;
  readonly page: number;
  readonly page_size: number;
  /** Number of pages; 0 if there is nothing. */
  readonly pages: number;
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
  /** The rule that decided it: docs/reference/verdicts.md. Null for a picture of a batch that could not be judged. */
  readonly rule: string | null;
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
  /** What the C2PA manifest of your file says. */
  readonly content_credentials: {
    /** Your file holds a C2PA manifest store. */
    readonly present: boolean;
    /** `valid`: whole, but its signer is not on the trust list. Null without a manifest. */
    readonly validation_state: "trusted" | "valid" | "invalid" | null;
    /** The bytes were changed after they were signed. */
    readonly binding_broken: boolean;
    /** Failure codes of the C2PA specification. */
    readonly codes: readonly string[];
    readonly active_manifest: string | null;
    readonly signer: {
      readonly issuer: string | null;
      readonly common_name: string | null;
      readonly algorithm: string | null;
      readonly serial_number: string | null;
    } | null;
    /** The chain that the signature brings, the signer first, whoever trusts it. */
    readonly certificates: readonly {
      readonly common_name: string | null;
      readonly organization: string | null;
      readonly issuer: string | null;
      /** UTC. */
      readonly valid_from: string;
      /** UTC. */
      readonly valid_to: string;
    }[];
    /** Of the C2PA conformance programme, as the signer's certificate has it; null: it names none. */
    readonly assurance_level: 1 | 2 | null;
    readonly signed_at: string | null;
    /** A trusted time stamp proves `signed_at`. */
    readonly time_proven: boolean;
    /** What the file brings of its signer's certificate; nobody is asked. */
    readonly revocation: "not_revoked" | "revoked" | "unknown";
    /** Where your file says its manifest lies; it is never fetched. */
    readonly remote_manifest: string | null;
    /** Parts of the picture whose own manifest does not fit, with the failure codes; they decide nothing. */
    readonly broken_ingredients: readonly {
      readonly title: string | null;
      readonly manifest: string | null;
      readonly codes: readonly string[];
    }[];
    /** Identity assertions (CAWG): who beside the signer vouches for parts of the manifest; they decide nothing. */
    readonly identities: readonly {
      readonly kind: string | null;
      readonly issuer: string | null;
      readonly common_name: string | null;
      readonly roles: readonly string[];
      readonly references: readonly string[];
      readonly validation_state: "trusted" | "valid" | "invalid" | null;
    }[];
  };
  /** PNG in base64, the aspect of your picture, 8-bit grey: 0 the same, 255 a certain edit. Null where it was not asked for, and when a verification is read again that was not made with `store`. */
  readonly tamper_map: string | null;
  /** What `tamper_map` and `tamper_regions` were made from: a stored picture; or, where a mark names an asset of which no picture is at hand, the mark alone, as in `mark_presence`. Null where there is neither. */
  readonly tamper_source: "comparison" | "mark_presence" | null;
  readonly tamper_score: number;
  /** Changed regions in pixels of your picture, the largest first. */
  readonly tamper_regions: readonly {
    readonly x: number;
    readonly y: number;
    readonly w: number;
    readonly h: number;
    readonly score: number;
  }[];
  /** Where the mark that was read is missing. Made from your picture alone, without the original: it is no comparison, and no verdict rests on it. Null if no mark was read, its place is not certain, or the file is a stored one. */
  readonly mark_presence: {
    /** Those whose mark was looked for. */
    readonly tracks: readonly ("a" | "b" | "c")[];
    /** Area fraction of your picture in which a missing mark would be seen; elsewhere nothing is told. */
    readonly assessable_fraction: number;
    /** Area fraction of your picture in which it is missing. */
    readonly missing_fraction: number;
    /** Where it is missing, in pixels of your picture, the strongest first. */
    readonly regions: readonly {
      readonly x: number;
      readonly y: number;
      readonly w: number;
      readonly h: number;
      readonly score: number;
    }[];
    /** PNG in base64, 8-bit grey: 128 to 255 where the mark is missing. With `include_tamper_map` alone. */
    readonly map: string | null;
  } | null;
  /** Mark removed or destroyed: your picture matches a registered one that is marked, no mark is read, and honest copies of its quality keep theirs; or a copy of the unmarked original. Evidence for people, no verdict rests on it. For members alone. */
  readonly mark_removal: {
    /** The registered asset whose mark is missing. */
    readonly asset_id: string;
    /** How often an honest copy that keeps as much detail holds nothing of its mark, as measured. */
    readonly honest_probability: number;
    /** The mark stands out with the wrong sign: more of it was taken away than there was. */
    readonly subtracted: boolean;
  } | null;
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
  /** Somebody says that the verdict is wrong, and nobody found it right. */
  readonly disputed: boolean;
  /** What the operator found instead, when the verdict was disputed; null if it stands. */
  readonly corrected_verdict: "authentic" | "forged" | "unknown" | null;
  /** SHA-256 of your file. */
  readonly source_image_hash: string | null;
  readonly processing_time_ms: number;
  readonly model_version: string;
  /** Whose copy it is. Null to everyone but members of the asset’s organization. */
  readonly recipient_copy: {
    /** Identifier, a UUID in lower case. */
    readonly id: string;
    readonly recipient: string;
  } | null;
  /** Position in your request. */
  readonly index: number;
  readonly filename: string | null;
  /** Why this picture could not be judged; null if it was. */
  readonly error: {
    readonly error_code: "INVALID_CREDENTIALS" | "TOKEN_EXPIRED" | "INVALID_API_KEY" | "QUOTA_EXCEEDED" | "ASSET_NOT_FOUND" | "FILE_TOO_LARGE" | "INVALID_FILE_TYPE" | "PROCESSING_FAILED" | "BLOCKCHAIN_ERROR" | "RATE_LIMITED" | "BAD_REQUEST" | "AMBIGUOUS_CREDENTIALS" | "UNAUTHENTICATED" | "INVALID_TOKEN" | "TOKEN_REUSED" | "FORBIDDEN" | "INSUFFICIENT_SCOPE" | "EMAIL_NOT_VERIFIED" | "NOT_FOUND" | "ORGANIZATION_NOT_FOUND" | "API_KEY_NOT_FOUND" | "WEBHOOK_NOT_FOUND" | "DELIVERY_NOT_FOUND" | "COMMITMENT_NOT_FOUND" | "TRANSACTION_NOT_FOUND" | "VERIFICATION_NOT_FOUND" | "DISPUTE_NOT_FOUND" | "LOG_ENTRY_NOT_FOUND" | "MANIFEST_NOT_FOUND" | "COPY_NOT_FOUND" | "IMPORT_NOT_FOUND" | "LINK_NOT_FOUND" | "ARCHIVE_NOT_FOUND" | "CONTENT_NOT_FOUND" | "SESSION_NOT_FOUND" | "MEMBER_NOT_FOUND" | "INVITATION_NOT_FOUND" | "PROVIDER_NOT_FOUND" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "EMAIL_ALREADY_EXISTS" | "SLUG_ALREADY_EXISTS" | "MEMBER_ALREADY_EXISTS" | "LAST_OWNER" | "ASSET_NOT_READY" | "IDEMPOTENCY_IN_PROGRESS" | "GONE" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RANGE_NOT_SATISFIABLE" | "VALIDATION_ERROR" | "WEBHOOK_URL_BLOCKED" | "IDEMPOTENCY_KEY_REUSED" | "WEAK_PASSWORD" | "INTERNAL_ERROR" | "NOT_IMPLEMENTED" | "SERVICE_UNAVAILABLE";
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

/** Several uploads. */
export interface BatchUpload {
  /** In the order of your files. */
  readonly results: readonly {
    readonly index: number;
    readonly filename: string | null;
    /** False for a failure, and where `dedupe` found the asset. */
    readonly created: boolean;
    readonly asset: Asset | null;
    readonly error: {
      readonly error_code: "INVALID_CREDENTIALS" | "TOKEN_EXPIRED" | "INVALID_API_KEY" | "QUOTA_EXCEEDED" | "ASSET_NOT_FOUND" | "FILE_TOO_LARGE" | "INVALID_FILE_TYPE" | "PROCESSING_FAILED" | "BLOCKCHAIN_ERROR" | "RATE_LIMITED" | "BAD_REQUEST" | "AMBIGUOUS_CREDENTIALS" | "UNAUTHENTICATED" | "INVALID_TOKEN" | "TOKEN_REUSED" | "FORBIDDEN" | "INSUFFICIENT_SCOPE" | "EMAIL_NOT_VERIFIED" | "NOT_FOUND" | "ORGANIZATION_NOT_FOUND" | "API_KEY_NOT_FOUND" | "WEBHOOK_NOT_FOUND" | "DELIVERY_NOT_FOUND" | "COMMITMENT_NOT_FOUND" | "TRANSACTION_NOT_FOUND" | "VERIFICATION_NOT_FOUND" | "DISPUTE_NOT_FOUND" | "LOG_ENTRY_NOT_FOUND" | "MANIFEST_NOT_FOUND" | "COPY_NOT_FOUND" | "IMPORT_NOT_FOUND" | "LINK_NOT_FOUND" | "ARCHIVE_NOT_FOUND" | "CONTENT_NOT_FOUND" | "SESSION_NOT_FOUND" | "MEMBER_NOT_FOUND" | "INVITATION_NOT_FOUND" | "PROVIDER_NOT_FOUND" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "EMAIL_ALREADY_EXISTS" | "SLUG_ALREADY_EXISTS" | "MEMBER_ALREADY_EXISTS" | "LAST_OWNER" | "ASSET_NOT_READY" | "IDEMPOTENCY_IN_PROGRESS" | "GONE" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RANGE_NOT_SATISFIABLE" | "VALIDATION_ERROR" | "WEBHOOK_URL_BLOCKED" | "IDEMPOTENCY_KEY_REUSED" | "WEAK_PASSWORD" | "INTERNAL_ERROR" | "NOT_IMPLEMENTED" | "SERVICE_UNAVAILABLE";
      readonly detail: string;
    } | null;
  }[];
  readonly total: number;
  readonly successful: number;
  readonly failed: number;
}

/** What the page may know of its session; the rest lies in a cookie that no script reads. */
export interface BrowserSession {
  /** Send it as `Authorization: Bearer ...`. */
  readonly access_token: string;
  readonly token_type: "bearer";
  /** Seconds for which the access token is valid. */
  readonly expires_in: number;
}

/** Address and password of an account, or the code of another service. */
export type BrowserSignInInput = {
  readonly email: string;
  readonly password: string;
} | {
  /** The `code` in the address that a sign-in through others ended at. */
  readonly code: string;
};

/** 1 to 100 assets. */
export interface BulkDeleteInput {
  readonly ids: readonly string[];
}

/** In the order of your ids, each once. */
export interface BulkDeleteResult {
  readonly results: readonly {
    /** Identifier, a UUID in lower case. */
    readonly id: string;
    readonly deleted: boolean;
    readonly error: {
      readonly error_code: "INVALID_CREDENTIALS" | "TOKEN_EXPIRED" | "INVALID_API_KEY" | "QUOTA_EXCEEDED" | "ASSET_NOT_FOUND" | "FILE_TOO_LARGE" | "INVALID_FILE_TYPE" | "PROCESSING_FAILED" | "BLOCKCHAIN_ERROR" | "RATE_LIMITED" | "BAD_REQUEST" | "AMBIGUOUS_CREDENTIALS" | "UNAUTHENTICATED" | "INVALID_TOKEN" | "TOKEN_REUSED" | "FORBIDDEN" | "INSUFFICIENT_SCOPE" | "EMAIL_NOT_VERIFIED" | "NOT_FOUND" | "ORGANIZATION_NOT_FOUND" | "API_KEY_NOT_FOUND" | "WEBHOOK_NOT_FOUND" | "DELIVERY_NOT_FOUND" | "COMMITMENT_NOT_FOUND" | "TRANSACTION_NOT_FOUND" | "VERIFICATION_NOT_FOUND" | "DISPUTE_NOT_FOUND" | "LOG_ENTRY_NOT_FOUND" | "MANIFEST_NOT_FOUND" | "COPY_NOT_FOUND" | "IMPORT_NOT_FOUND" | "LINK_NOT_FOUND" | "ARCHIVE_NOT_FOUND" | "CONTENT_NOT_FOUND" | "SESSION_NOT_FOUND" | "MEMBER_NOT_FOUND" | "INVITATION_NOT_FOUND" | "PROVIDER_NOT_FOUND" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "EMAIL_ALREADY_EXISTS" | "SLUG_ALREADY_EXISTS" | "MEMBER_ALREADY_EXISTS" | "LAST_OWNER" | "ASSET_NOT_READY" | "IDEMPOTENCY_IN_PROGRESS" | "GONE" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RANGE_NOT_SATISFIABLE" | "VALIDATION_ERROR" | "WEBHOOK_URL_BLOCKED" | "IDEMPOTENCY_KEY_REUSED" | "WEAK_PASSWORD" | "INTERNAL_ERROR" | "NOT_IMPLEMENTED" | "SERVICE_UNAVAILABLE";
      readonly detail: string;
    } | null;
  }[];
  readonly total: number;
  readonly successful: number;
  readonly failed: number;
}

/** The proof that you read mails of the present address. */
export interface CancelEmailChangeInput {
  /** From the link of the mail. */
  readonly token: string;
}

/** The old and the new password. */
export interface ChangePasswordInput {
  readonly current_password: string;
  readonly new_password: string;
  /** True: the API keys that you made stay. Else they end as well. */
  readonly keep_api_keys?: boolean;
}

/** A transaction, asked of the ledger just now. */
export interface CheckedTransaction {
  readonly tx_hash: string;
  readonly network: "mainnet" | "devnet" | "testnet";
  /** `embedded`: the ledger of this service alone, which is no public chain. */
  readonly ledger: "embedded" | "solana";
  /** The ledger holds it, asked just now. */
  readonly on_chain: boolean;
  /** It belongs to a commitment of this service. */
  readonly commitment_found: boolean;
  readonly commitment_id: string | null;
  readonly asset_id: string | null;
  /** As stored here. */
  readonly commitment_hash: string | null;
  /** As the ledger holds it. */
  readonly on_chain_hash: string | null;
  readonly hash_match: boolean;
  readonly signature_valid: boolean;
  readonly public_key: string | null;
  readonly confirmation_status: "pending" | "confirmed" | "finalized" | null;
  readonly block_height: number | null;
  /** Time of the block; null until the commitment is confirmed. */
  readonly on_chain_at: string | null;
  /** All of it holds. */
  readonly verified: boolean;
  /** Why it is not verified; null if it is. */
  readonly reason: string | null;
  /** UTC. */
  readonly verified_at: string;
  readonly explorer_url: string | null;
  readonly proof: CommitmentProof | null;
}

/** A commitment as everybody may see it. */
export interface Commitment {
  /** Identifier, a UUID in lower case. */
  readonly commitment_id: string;
  /** Identifier, a UUID in lower case. */
  readonly asset_id: string;
  /** First signature of the transaction, base58; null until it is signed. */
  readonly tx_hash: string | null;
  readonly commitment_hash: string;
  /** Time of the block; null until the commitment is confirmed. */
  readonly on_chain_at: string | null;
  /** `pending` -> `confirmed` -> `finalized`; it never goes back. */
  readonly confirmation_status: "pending" | "confirmed" | "finalized";
  /** What was read back from the ledger, once it was final, was this hash and signature. */
  readonly verified: boolean;
  /** `embedded`: the ledger of this service alone, which is no public chain. */
  readonly ledger: "embedded" | "solana";
}

/** Commitments on the ledger, the latest first. */
export interface CommitmentPage {
  readonly items: readonly OwnCommitment[];
  /** Items on all pages. */
  readonly total: number;
  readonly page: number;
  readonly page_size: number;
  /** Number of pages; 0 if there is nothing. */
  readonly pages: number;
}

/** All that is needed to check a commitment without this service. */
export interface CommitmentProof {
  /** The JCS bytes that were hashed and signed; docs/spec/commitment.md. */
  readonly payload: string;
  /** Ed25519 over them. */
  readonly signature: string;
  /** Raw Ed25519 key of the organization, 32 bytes; also in `/.well-known/jwks.json`. */
  readonly public_key: string;
  /** The signed transaction as it travels; its memo names hash and signature. */
  readonly transaction: string | null;
  readonly inclusion: {
    /** Signed head of the log, letter for letter (C2SP tlog-checkpoint). */
    readonly checkpoint: string;
    readonly index: number;
    /** From the sibling of the leaf up. */
    readonly hashes: readonly string[];
    /** Verifier key of the log (C2SP signed-note). Compare it with one you know. */
    readonly log_key: string;
  } | null;
}

/** A commitment that was just made. */
export interface Committed {
  /** Identifier, a UUID in lower case. */
  readonly commitment_id: string;
  /** Identifier, a UUID in lower case. */
  readonly asset_id: string;
  /** First signature of the transaction, base58; null until it is signed. */
  readonly tx_hash: string | null;
  /** The organization's Ed25519 signature over the payload. */
  readonly signature: string;
  /** SHA-256 of the payload. */
  readonly commitment_hash: string;
  /** Time of the block; null until the commitment is confirmed. */
  readonly on_chain_at: string | null;
  /** `pending` -> `confirmed` -> `finalized`; it never goes back. */
  readonly confirmation_status: "pending" | "confirmed" | "finalized";
  readonly blockchain_network: "mainnet" | "devnet" | "testnet";
  /** `embedded`: the ledger of this service alone, which is no public chain. */
  readonly ledger: "embedded" | "solana";
  readonly explorer_url: string | null;
}

/** That a log was continued and not changed. */
export interface ConsistencyProof {
  readonly first: number;
  readonly second: number;
  /** RFC 6962, 2.1.2. */
  readonly hashes: readonly string[];
}

/** The report of the C2PA library in the form of the conformance programme (crJSON); its members are that form's. */
export interface CrJson {
  readonly [member: string]: unknown;
}

/** Accepted; the result comes at `Location`. */
export interface DeferredVerification {
  /** Identifier, a UUID in lower case. */
  readonly verification_id: string;
  readonly status: "pending";
  /** UTC. */
  readonly created_at: string;
}

/** That this organization is meant, and that you are its owner. */
export type DeleteConfirmationInput = {
  /** The slug of the organization. May be sent as the header `Confirm` instead. */
  readonly confirm?: string;
  /** Of your account. Accounts without one need a sign-in of the last ten minutes instead. */
  readonly password?: string;
} | null;

/** RFC 8628, 3.1. */
export interface DeviceAuthorizeInput {
  /** RFC 8628 asks for it; nothing depends on it here. */
  readonly client_id?: string;
  /** What the person is shown, beside the address that asks. */
  readonly client_name?: string;
}

/** RFC 8628, 3.2. */
export interface DeviceCodes {
  /** For the program alone. */
  readonly device_code: string;
  /** For the person. */
  readonly user_code: string;
  /** Where the person types it. */
  readonly verification_uri: string;
  /** The same with the code in it. */
  readonly verification_uri_complete: string;
  /** Seconds for which both codes work. */
  readonly expires_in: number;
  /** Least seconds between two requests for the tokens. */
  readonly interval: number;
}

/** What the person says to a login on a device. */
export interface DeviceDecisionInput {
  /** `false` refuses it. */
  readonly allow: boolean;
}

/** RFC 8628, 3.4. */
export interface DeviceTokenRequestInput {
  /** `urn:ietf:params:oauth:grant-type:device_code`. */
  readonly grant_type?: string;
  readonly device_code?: string;
  /** As in the first request. */
  readonly client_id?: string;
}

/** A verdict that somebody says is wrong. */
export interface Dispute {
  /** Identifier, a UUID in lower case. */
  readonly id: string;
  /** Identifier, a UUID in lower case. */
  readonly verification_id: string;
  /** `upheld`: the verdict was right; `overturned`: it was wrong; `unclear`: nobody can tell. */
  readonly status: "open" | "upheld" | "overturned" | "unclear";
  readonly reason: "not_altered" | "altered" | "not_recognised" | "wrong_asset" | "other";
  readonly comment: string | null;
  readonly expected_verdict: "authentic" | "forged" | "unknown" | null;
  /** The right one, where the verdict was overturned. */
  readonly corrected_verdict: "authentic" | "forged" | "unknown" | null;
  /** What the operator says of it. */
  readonly note: string | null;
  /** The picture that you sent with it; null if none. */
  readonly picture: {
    readonly size_bytes: number;
    /** UTC. */
    readonly kept_until: string;
    readonly removed_at: string | null;
  } | null;
  /** UTC. */
  readonly created_at: string;
  readonly resolved_at: string | null;
}

/** How a dispute is decided. It is final. */
export interface DisputeRulingInput {
  /** `upheld`: the verdict was right; `overturned`: it was wrong; `unclear`: nobody can tell. */
  readonly status: "upheld" | "overturned" | "unclear";
  /** Of an overturned verdict, the right one; null: what the dispute expected. */
  readonly verdict?: "authentic" | "forged" | "unknown" | null;
  /** For whoever disputed. */
  readonly note?: string | null;
}

/** Where to send the mail. */
export interface EmailOnlyInput {
  readonly email: string;
}

/** What stays. Without a body nothing does. */
export type EndSessionsInput = {
  /** True: the API keys that you made stay. Else they end as well. */
  readonly keep_api_keys?: boolean;
} | null;

/** Every failure. Some codes add members, for instance `limit` or `asset_id`. */
export interface Error {
  /** A sentence for people. */
  readonly detail: string;
  /** Stable; decide by this one. */
  readonly error_code: "INVALID_CREDENTIALS" | "TOKEN_EXPIRED" | "INVALID_API_KEY" | "QUOTA_EXCEEDED" | "ASSET_NOT_FOUND" | "FILE_TOO_LARGE" | "INVALID_FILE_TYPE" | "PROCESSING_FAILED" | "BLOCKCHAIN_ERROR" | "RATE_LIMITED" | "BAD_REQUEST" | "AMBIGUOUS_CREDENTIALS" | "UNAUTHENTICATED" | "INVALID_TOKEN" | "TOKEN_REUSED" | "FORBIDDEN" | "INSUFFICIENT_SCOPE" | "EMAIL_NOT_VERIFIED" | "NOT_FOUND" | "ORGANIZATION_NOT_FOUND" | "API_KEY_NOT_FOUND" | "WEBHOOK_NOT_FOUND" | "DELIVERY_NOT_FOUND" | "COMMITMENT_NOT_FOUND" | "TRANSACTION_NOT_FOUND" | "VERIFICATION_NOT_FOUND" | "DISPUTE_NOT_FOUND" | "LOG_ENTRY_NOT_FOUND" | "MANIFEST_NOT_FOUND" | "COPY_NOT_FOUND" | "IMPORT_NOT_FOUND" | "LINK_NOT_FOUND" | "ARCHIVE_NOT_FOUND" | "CONTENT_NOT_FOUND" | "SESSION_NOT_FOUND" | "MEMBER_NOT_FOUND" | "INVITATION_NOT_FOUND" | "PROVIDER_NOT_FOUND" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "EMAIL_ALREADY_EXISTS" | "SLUG_ALREADY_EXISTS" | "MEMBER_ALREADY_EXISTS" | "LAST_OWNER" | "ASSET_NOT_READY" | "IDEMPOTENCY_IN_PROGRESS" | "GONE" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RANGE_NOT_SATISFIABLE" | "VALIDATION_ERROR" | "WEBHOOK_URL_BLOCKED" | "IDEMPOTENCY_KEY_REUSED" | "WEAK_PASSWORD" | "INTERNAL_ERROR" | "NOT_IMPLEMENTED" | "SERVICE_UNAVAILABLE";
  /** UTC. */
  readonly timestamp: string;
  /** The same as in `X-Request-Id`. */
  readonly request_id: string;
  readonly errors?: readonly FieldError[];
  readonly [member: string]: unknown;
}

/** The `code` in the address that the sign-in ended at. */
export interface ExchangeCodeInput {
  readonly code: string;
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

/** The stored bytes, read again. */
export interface FileCheck {
  /** Identifier, a UUID in lower case. */
  readonly asset_id: string;
  /** Every file is there and as recorded. */
  readonly intact: boolean;
  readonly files: readonly {
    /** `original`, `watermarked`, `preview`, or `copy-` and the id of a copy. */
    readonly variant: string;
    readonly state: "intact" | "altered" | "missing";
    /** Null for a preview, of which only the size is recorded. */
    readonly expected_sha256: string | null;
    readonly sha256: string | null;
    readonly expected_size_bytes: number | null;
    readonly size_bytes: number | null;
  }[];
  /** UTC. */
  readonly checked_at: string;
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

/** A picture that a search met. */
export interface FoundAsset {
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
  /** EXIF tags by name, with where the picture was taken; for members alone. */
  readonly exif_metadata: {
    readonly [member: string]: unknown;
  } | null;
  /** TIFF tags by name. */
  readonly tiff_metadata: {
    readonly [member: string]: unknown;
  } | null;
  /** docs/reference/contentCredentials.md tells its members. */
  readonly c2pa_metadata: {
    readonly [member: string]: unknown;
  } | null;
  /** XMP properties by their local names. */
  readonly xmp_metadata: {
    readonly [member: string]: unknown;
  } | null;
  /** IPTC-IIM data sets by name. */
  readonly iptc_metadata: {
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
  /** Only in the answer to an upload that asked for one; the event `commitment.finalized` follows. */
  readonly commitment?: {
    readonly status: "pending";
  };
  /** UTC. */
  readonly created_at: string;
  readonly updated_at: string | null;
  /** Which fields matched, and where: at most ten places of a text. */
  readonly highlights: readonly Highlight[];
}

/** What a search met, one page. */
export interface FoundAssetPage {
  readonly items: readonly FoundAsset[];
  /** Items on all pages. */
  readonly total: number;
  readonly page: number;
  readonly page_size: number;
  /** Number of pages; 0 if there is nothing. */
  readonly pages: number;
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
    /** `unhealthy`: what is stored is not what was signed, or fewer witnesses cosigned it than the operator wants. `problems` says what. */
    readonly transparency_log: "healthy" | "unhealthy" | "disabled";
  };
  /** Sentences for the operator; empty if there is nothing to say. */
  readonly problems: readonly string[];
}

/** Where a search met a picture. */
export interface Highlight {
  readonly field: "title" | "description" | "tags" | "original_filename" | "id" | "cid" | "ipfs_cid" | "watermarked_cid" | "content_hash" | "watermarked_content_hash";
  /** Which of the tags; else null. */
  readonly index: number | null;
  /** Where in that text it begins, in code points. */
  readonly start: number;
  /** In code points; a whole word where its beginning was asked for. */
  readonly length: number;
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
  /** Who made it; null once the account is deleted. */
  readonly user_id: string | null;
  /** The key that it was made with, if any. */
  readonly api_key_id: string | null;
  readonly asset_id: string | null;
  readonly matched_asset: {
    /** Identifier, a UUID in lower case. */
    readonly id: string;
    /** Null unless you are a member of its organization. */
    readonly title: string | null;
    /** As `title`; null as well if it was sent without a name. */
    readonly original_filename: string | null;
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

/** An import and how far it is. */
export interface Import {
  /** Identifier, a UUID in lower case. */
  readonly id: string;
  /** Identifier, a UUID in lower case. */
  readonly organization_id: string;
  readonly kind: "zip" | "car" | "prefix";
  /** File name of the archive, or the prefix. */
  readonly source: string | null;
  /** `paused`: something must be mended first, see `problem`, and then resumed. The last three are ends. */
  readonly state: "waiting" | "running" | "paused" | "done" | "failed" | "cancelled";
  /** Why it is paused or failed. */
  readonly problem: string | null;
  /** Files. */
  readonly total: number;
  /** Files that something became of: the three below together. */
  readonly done: number;
  /** Files that became pictures of yours. */
  readonly created: number;
  /** Files of which the same bytes were registered already. */
  readonly duplicates: number;
  /** Files that were refused, each with its reason. */
  readonly failed: number;
  /** UTC. */
  readonly created_at: string;
  readonly ended_at: string | null;
}

/** What became of one file of an import. */
export interface ImportFile {
  /** In the order of the source. */
  readonly index: number;
  /** As the source has it, with its folders. */
  readonly name: string;
  readonly size_bytes: number;
  readonly state: "waiting" | "created" | "duplicate" | "failed";
  /** What it became; null while it waits, and for what was refused. */
  readonly asset_id: string | null;
  /** Of a duplicate: the picture with the same bytes that was there. */
  readonly duplicate_of: string | null;
  readonly error: {
    readonly error_code: "INVALID_CREDENTIALS" | "TOKEN_EXPIRED" | "INVALID_API_KEY" | "QUOTA_EXCEEDED" | "ASSET_NOT_FOUND" | "FILE_TOO_LARGE" | "INVALID_FILE_TYPE" | "PROCESSING_FAILED" | "BLOCKCHAIN_ERROR" | "RATE_LIMITED" | "BAD_REQUEST" | "AMBIGUOUS_CREDENTIALS" | "UNAUTHENTICATED" | "INVALID_TOKEN" | "TOKEN_REUSED" | "FORBIDDEN" | "INSUFFICIENT_SCOPE" | "EMAIL_NOT_VERIFIED" | "NOT_FOUND" | "ORGANIZATION_NOT_FOUND" | "API_KEY_NOT_FOUND" | "WEBHOOK_NOT_FOUND" | "DELIVERY_NOT_FOUND" | "COMMITMENT_NOT_FOUND" | "TRANSACTION_NOT_FOUND" | "VERIFICATION_NOT_FOUND" | "DISPUTE_NOT_FOUND" | "LOG_ENTRY_NOT_FOUND" | "MANIFEST_NOT_FOUND" | "COPY_NOT_FOUND" | "IMPORT_NOT_FOUND" | "LINK_NOT_FOUND" | "ARCHIVE_NOT_FOUND" | "CONTENT_NOT_FOUND" | "SESSION_NOT_FOUND" | "MEMBER_NOT_FOUND" | "INVITATION_NOT_FOUND" | "PROVIDER_NOT_FOUND" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "EMAIL_ALREADY_EXISTS" | "SLUG_ALREADY_EXISTS" | "MEMBER_ALREADY_EXISTS" | "LAST_OWNER" | "ASSET_NOT_READY" | "IDEMPOTENCY_IN_PROGRESS" | "GONE" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RANGE_NOT_SATISFIABLE" | "VALIDATION_ERROR" | "WEBHOOK_URL_BLOCKED" | "IDEMPOTENCY_KEY_REUSED" | "WEAK_PASSWORD" | "INTERNAL_ERROR" | "NOT_IMPLEMENTED" | "SERVICE_UNAVAILABLE";
    readonly detail: string;
  } | null;
}

/** Files of an import, one page. */
export interface ImportFilePage {
  readonly items: readonly ImportFile[];
  /** Items on all pages. */
  readonly total: number;
  readonly page: number;
  readonly page_size: number;
  /** Number of pages; 0 if there is nothing. */
  readonly pages: number;
}

/** Imports, one page. */
export interface ImportPage {
  readonly items: readonly Import[];
  /** Items on all pages. */
  readonly total: number;
  readonly page: number;
  readonly page_size: number;
  /** Number of pages; 0 if there is nothing. */
  readonly pages: number;
}

/** That the log holds an entry. */
export interface InclusionProof {
  readonly index: number;
  /** From the sibling of the leaf up (RFC 6962, 2.1.1). */
  readonly hashes: readonly string[];
  /** Signed note, letter for letter (C2SP tlog-checkpoint). */
  readonly checkpoint: string;
  /** The same in one text (C2SP tlog-proof). */
  readonly tlog_proof: string;
}

/** The link in the mail is its only secret and is not shown here. */
export interface Invitation {
  /** Identifier, a UUID in lower case. */
  readonly id: string;
  /** Identifier, a UUID in lower case. */
  readonly organization_id: string;
  readonly email: string;
  readonly role: "owner" | "admin" | "editor" | "verifier" | "viewer";
  readonly invited_by: string | null;
  /** UTC. */
  readonly expires_at: string;
  readonly accepted_at: string | null;
  readonly revoked_at: string | null;
  /** UTC. */
  readonly created_at: string;
}

/** Invitations, the latest first. */
export interface InvitationPage {
  readonly items: readonly Invitation[];
  /** Items on all pages. */
  readonly total: number;
  readonly page: number;
  readonly page_size: number;
  /** Number of pages; 0 if there is nothing. */
  readonly pages: number;
}

/** JSON Web Key Set (RFC 7517, RFC 8037). */
export interface Jwks {
  readonly keys: readonly {
    readonly kty: "OKP";
    readonly crv: "Ed25519";
    readonly x: string;
    readonly kid: string;
    readonly use: "sig";
    readonly alg: "EdDSA";
  }[];
}

/** An account elsewhere with which you sign in. */
export interface LinkedIdentity {
  /** Identifier, a UUID in lower case. */
  readonly id: string;
  /** As in the list of providers. */
  readonly provider: string;
  /** As the provider last told it. */
  readonly email: string | null;
  /** UTC. */
  readonly created_at: string;
  readonly last_login_at: string | null;
}

/** Accounts elsewhere, the first that was linked first. */
export interface LinkedIdentityPage {
  readonly items: readonly LinkedIdentity[];
  /** Items on all pages. */
  readonly total: number;
  readonly page: number;
  readonly page_size: number;
  /** Number of pages; 0 if there is nothing. */
  readonly pages: number;
}

/** A checkpoint in the memo of a transaction. */
export interface LogAnchor {
  readonly tree_size: number;
  readonly tx_hash: string;
  readonly network: "mainnet" | "devnet" | "testnet";
  /** `embedded`: the ledger of this service, which proves nothing to others. */
  readonly ledger: "embedded" | "solana";
  readonly confirmation_status: "pending" | "confirmed" | "finalized";
  readonly block_height: number | null;
  readonly anchored_at: string | null;
}

/** What a time-stamp authority says of a checkpoint. */
export interface LogTimestamp {
  readonly tree_size: number;
  /** Address of who signed it. */
  readonly authority: string;
  /** UTC. */
  readonly stamped_at: string;
  /** TimeStampResp of RFC 3161. */
  readonly url: string;
}

/** Address and password of an account. */
export interface LoginInput {
  readonly email: string;
  readonly password: string;
}

/** RFC 6749, 4.4.3. */
export interface MachineToken {
  /** Send it as `Authorization: Bearer ...`. */
  readonly access_token: string;
  readonly token_type: "bearer";
  /** Seconds: an hour, or less if the key ends before. */
  readonly expires_in: number;
  /** What it may do. */
  readonly scope: string;
}

/** A new API key with its secret. */
export interface MadeApiKey {
  /** Identifier, a UUID in lower case. */
  readonly id: string;
  /** Identifier, a UUID in lower case. */
  readonly organization_id: string;
  /** Who made it; it never may more than this member. */
  readonly user_id: string;
  /** The key. It is shown this once. */
  readonly key: string;
  readonly name: string;
  readonly scopes: readonly ("read" | "verify" | "write" | "delete" | "commit" | "webhooks" | "org:read" | "org:admin" | "*")[];
  readonly rate_limit_per_hour: number | null;
  readonly rate_limit_per_day: number | null;
  readonly is_active: boolean;
  readonly expires_at: string | null;
  /** To the minute. */
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
  /** The key that took its place. */
  readonly rotated_to_id: string | null;
  /** UTC. */
  readonly created_at: string;
}

/** If there is such an account, a mail is on its way. */
export interface MailAccepted {
  readonly data: {

  };
  /** A sentence for people. */
  readonly message: string;
  /** UTC. */
  readonly timestamp: string;
  /** The same as in `X-Request-Id`. */
  readonly request_id: string;
}

/** Public half of a signing key of an organization. */
export interface MasterKey {
  /** As in `/.well-known/jwks.json`: its JWK thumbprint (RFC 7638). */
  readonly kid: string;
  readonly version: number;
  readonly master_key_ref: string;
  readonly algorithm: "Ed25519";
  /** 32 bytes, base64. */
  readonly public_key: string;
  /** UTC. */
  readonly created_at: string;
  /** Since when it signs nothing new. */
  readonly retired_at: string | null;
}

/** The oldest first. */
export interface MasterKeyPage {
  readonly items: readonly MasterKey[];
  /** Items on all pages. */
  readonly total: number;
  readonly page: number;
  readonly page_size: number;
  /** Number of pages; 0 if there is nothing. */
  readonly pages: number;
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

/** A member of an organization. */
export interface Member {
  /** Identifier, a UUID in lower case. */
  readonly id: string;
  /** Identifier, a UUID in lower case. */
  readonly organization_id: string;
  /** Identifier, a UUID in lower case. */
  readonly user_id: string;
  readonly email: string;
  readonly full_name: string | null;
  readonly role: "owner" | "admin" | "editor" | "verifier" | "viewer";
  readonly invited_by: string | null;
  /** UTC. */
  readonly created_at: string;
}

/** Members, the oldest first. */
export interface MemberPage {
  readonly items: readonly Member[];
  /** Items on all pages. */
  readonly total: number;
  readonly page: number;
  readonly page_size: number;
  /** Number of pages; 0 if there is nothing. */
  readonly pages: number;
}

/** The new role. */
export interface MemberRoleInput {
  readonly role: "owner" | "admin" | "editor" | "verifier" | "viewer";
}

/** A key for a program. */
export interface NewApiKeyInput {
  readonly name: string;
  readonly scopes?: readonly ("read" | "verify" | "write" | "delete" | "commit" | "webhooks" | "org:read" | "org:admin" | "*" | "upload" | "admin")[] | null;
  /** Left out: never. */
  readonly expires_in_days?: number | null;
  /** Lowers the limit of the service; `null`: that limit. */
  readonly rate_limit_per_hour?: number | null;
  /** Lowers the limit of the service; `null`: that limit. */
  readonly rate_limit_per_day?: number | null;
  /** Where it acts. Left out: `X-Organization-Id`, else the personal one. */
  readonly organization_id?: string | null;
}

/** Asks for a commitment on the ledger. */
export interface NewCommitmentInput {
  readonly asset_id: string;
  /** SHA-256 of the 16 bytes that the tracks carry. Left out: the stored one. Given, it must be that one. */
  readonly watermark_hash?: string | null;
  /** At most 4 KiB as JSON. Only its hash goes into the commitment. */
  readonly metadata?: {
    readonly [member: string]: unknown;
  } | null;
}

/** Whom, and as what. */
export interface NewInvitationInput {
  readonly email: string;
  readonly role?: "owner" | "admin" | "editor" | "verifier" | "viewer";
}

/** An organization beside the personal one. */
export interface NewOrganizationInput {
  readonly name: string;
  /** Part of addresses. Made from the name if it is left out. */
  readonly slug?: string | null;
  /** With managed billing it counts only once it is confirmed, see `effective_plan`. */
  readonly plan?: "free" | "pro" | "enterprise";
  readonly description?: string | null;
  readonly logo_url?: string | null;
}

/** A copy for one recipient. */
export interface NewRecipientCopyInput {
  /** To whom it is given; shown to members of your organization alone. */
  readonly recipient: string;
  readonly note?: string | null;
}

/** A public link, with what makes it one. */
export interface NewShareLink {
  /** Identifier, a UUID in lower case. */
  readonly id: string;
  readonly asset_id: string | null;
  readonly verification_id: string | null;
  readonly created_by: string | null;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  /** UTC. */
  readonly created_at: string;
  /** Told once. */
  readonly token: string;
  /** For everyone, without a credential. */
  readonly url: string;
}

/** What leads to a stored manifest. */
export interface NewSoftBindingInput {
  /** Label of a manifest, for instance `urn:c2pa:...`. */
  readonly manifestId: string;
  /** Name of a soft binding, for instance `org.example.track-a.1`. */
  readonly alg: string;
  /** Base64, in the form that the algorithm gives it. */
  readonly value: string;
}

/** A new endpoint. */
export interface NewWebhookInput {
  /** https, port 443 or at least 1024, no user name, leading to public addresses only. */
  readonly url: string;
  /** Names of `GET /v1/webhooks/events`, or `*` for all. */
  readonly events: readonly ("asset.processed" | "asset.updated" | "asset.deleted" | "asset.revoked" | "asset.near_duplicate" | "asset.matched" | "verification.completed" | "verification.batch_completed" | "verification.disputed" | "verification.dispute_resolved" | "commitment.created" | "commitment.confirmed" | "commitment.finalized" | "commitment.failed" | "quota.warning" | "quota.exceeded" | "api_key.created" | "api_key.revoked" | "api_key.expiring" | "member.invited" | "member.joined" | "member.removed" | "transparency_log.forked" | "webhook.disabled" | "webhook.test" | "*")[];
  /** False: nothing is sent and nothing is kept for later. */
  readonly active?: boolean;
  /** For yourself. */
  readonly description?: string | null;
  /** Default: `X-Organization-Id`, else your own organization. */
  readonly organization_id?: string;
}

/** What a service does and holds. */
export interface OperatorView {
  /** Not done yet. `fingerprints`: to be made or compared anew, since the embedders changed. */
  readonly waiting: {
    readonly uploads: number;
    readonly verifications: number;
    readonly import_files: number;
    readonly fingerprints: number;
    readonly deliveries: number;
    readonly mails: number;
    readonly commitments: number;
    readonly pins: number;
  };
  /** Given up, as long as it is remembered. `archives`: found altered or missing. */
  readonly failed: {
    readonly uploads: number;
    readonly verifications: number;
    readonly import_files: number;
    readonly deliveries: number;
    readonly mails: number;
    readonly pins: number;
    readonly archives: number;
  };
  /** What a submitted picture is looked for in. */
  readonly index: {
    readonly pictures: number;
    readonly fingerprints: number;
    readonly local_features: number;
  };
  readonly models: {
    /** Names everything that a verdict depends on. */
    readonly version: string;
    /** What new fingerprints are made with. */
    readonly embedding: string;
    /** That come with the service, with the SHA-256 that was checked at the start. */
    readonly files: readonly {
      readonly name: string;
      readonly sha256: string;
    }[];
  };
  /** Stored files that nothing refers to. They are moved aside and removed after `quarantine_days`; at most 1,000 assets are looked at. */
  readonly files_aside: readonly {
    readonly reason: "no row in the database" | "upload failed";
    readonly assets: number;
    /** UTC. */
    readonly oldest: string;
  }[];
  readonly quarantine_days: number;
}

/** An organization, as one of its members sees it. */
export interface Organization {
  /** Identifier, a UUID in lower case. */
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly description: string | null;
  readonly logo_url: string | null;
  /** Identifier, a UUID in lower case. */
  readonly owner_id: string;
  readonly plan: "free" | "pro" | "enterprise";
  /** The plan whose limits hold. */
  readonly effective_plan: "free" | "pro" | "enterprise";
  /** Yours. */
  readonly role: "owner" | "admin" | "editor" | "verifier" | "viewer";
  /** Made with the account; used when a request names no organization. */
  readonly is_personal: boolean;
  /** Members and open invitations; `null`: without bound. */
  readonly max_users: number | null;
  /** `null`: without bound. */
  readonly max_assets: number | null;
  /** `null`: without bound. */
  readonly max_verifications_per_day: number | null;
  readonly public_verification: boolean;
  readonly public_asset_ids: boolean;
  readonly retention_days: number | null;
  /** The key that signs now, see `/.well-known/jwks.json`. */
  readonly master_key_ref: string;
  readonly members_count: number;
  readonly assets_count: number;
  /** UTC. */
  readonly created_at: string;
  readonly updated_at: string | null;
}

/** Organizations of the caller, the oldest first. */
export interface OrganizationPage {
  readonly items: readonly Organization[];
  /** Items on all pages. */
  readonly total: number;
  readonly page: number;
  readonly page_size: number;
  /** Number of pages; 0 if there is nothing. */
  readonly pages: number;
}

/** What shall change. */
export interface OrganizationPatchInput {
  readonly name?: string;
  readonly slug?: string;
  /** `null` clears. */
  readonly description?: string | null;
  /** `null` clears. */
  readonly logo_url?: string | null;
  /** For owners alone. */
  readonly plan?: "free" | "pro" | "enterprise";
  /** Whether anyone may verify against its pictures. */
  readonly public_verification?: boolean;
  /** Whether strangers learn which of its pictures one matches. */
  readonly public_asset_ids?: boolean;
  /** After how many days verification logs are deleted; `null`: never. */
  readonly retention_days?: number | null;
  /** A limit of its own, which may lower what the plan allows; `null`: none. */
  readonly max_users?: number | null;
  /** A limit of its own, which may lower what the plan allows; `null`: none. */
  readonly max_assets?: number | null;
  /** A limit of its own, which may lower what the plan allows; `null`: none. */
  readonly max_verifications_per_day?: number | null;
}

/** A commitment as members of its organization see it. */
export interface OwnCommitment {
  /** Identifier, a UUID in lower case. */
  readonly commitment_id: string;
  /** Identifier, a UUID in lower case. */
  readonly asset_id: string;
  /** First signature of the transaction, base58; null until it is signed. */
  readonly tx_hash: string | null;
  readonly commitment_hash: string;
  /** Time of the block; null until the commitment is confirmed. */
  readonly on_chain_at: string | null;
  /** `pending` -> `confirmed` -> `finalized`; it never goes back. */
  readonly confirmation_status: "pending" | "confirmed" | "finalized";
  /** What was read back from the ledger, once it was final, was this hash and signature. */
  readonly verified: boolean;
  /** `embedded`: the ledger of this service alone, which is no public chain. */
  readonly ledger: "embedded" | "solana";
  /** Identifier, a UUID in lower case. */
  readonly organization_id: string;
  readonly signature: string;
  readonly blockchain_network: "mainnet" | "devnet" | "testnet";
  readonly block_height: number | null;
  readonly verified_at: string | null;
  readonly explorer_url: string | null;
  /** As it was handed in. */
  readonly metadata: {
    readonly [member: string]: unknown;
  } | null;
  /** Tries that failed since the last one that did not. */
  readonly attempts: number;
  /** Why it is not further. */
  readonly last_error: string | null;
  /** UTC. */
  readonly created_at: string;
}

/** What two pictures have in common. Nothing of it is stored. */
export interface PictureComparison {
  readonly a: {
    readonly sha256: string;
    readonly mime_type: string;
    readonly width: number;
    readonly height: number;
    readonly size_bytes: number;
  };
  readonly b: {
    readonly sha256: string;
    readonly mime_type: string;
    readonly width: number;
    readonly height: number;
    readonly size_bytes: number;
  };
  /** Byte for byte. */
  readonly identical: boolean;
  /** Of the fingerprints. */
  readonly similarity: {
    readonly average: number;
    readonly clip: number;
    readonly dino: number;
    readonly pdq: number;
  };
  /** Null if they could not be registered to each other. */
  readonly registration: {
    /** Points that agree. */
    readonly inliers: number;
    readonly residual_px: number;
    readonly mirrored: boolean;
    /** Row by row, from `a` to `b`, in pixels. */
    readonly homography: readonly number[];
  } | null;
  /** Area fraction of `a` that lies on `b`; null without registration, as the next two. */
  readonly coverage: number | null;
  /** Area fraction of the overlap that differs, 0..1. */
  readonly changed_fraction: number | null;
  /** The overlap shows the same thing, apart from local edits. */
  readonly same_picture: boolean | null;
  /** What was done to `b` to get `a`. */
  readonly modifications: readonly {
    readonly type: string;
    readonly severity: "low" | "medium" | "high";
    readonly [member: string]: unknown;
  }[];
  /** As in a verification, over `a`. */
  readonly tamper_map: string | null;
  readonly tamper_score: number;
  readonly tamper_regions: readonly {
    readonly x: number;
    readonly y: number;
    readonly w: number;
    readonly h: number;
    readonly score: number;
  }[];
  readonly processing_time_ms: number;
  /** UTC. */
  readonly compared_at: string;
}

/** What to change; what is left out stays. */
export interface ProfilePatchInput {
  /** Shown to other members; null removes it. */
  readonly full_name?: string | null;
  /** A mail goes there; the address changes when its link is used, a confirmed one not before 24 hours have passed. */
  readonly email?: string;
  /** Needed to change the address. */
  readonly current_password?: string;
}

/** Where an asset comes from and what was done to it. */
export interface Provenance {
  /** Identifier, a UUID in lower case. */
  readonly asset_id: string;
  /** In the order of the chain. */
  readonly entries: readonly ProvenanceStep[];
  /** The service checks it at every reading; check it yourself with `hash`. */
  readonly chain: {
    /** Every hash is that of its step and of the one before. */
    readonly valid: boolean;
    /** Position of the first step that does not hold. */
    readonly broken_at: number | null;
    readonly reason: string | null;
  };
  readonly graph: {
    readonly nodes: readonly {
      /** Identifier, a UUID in lower case. */
      readonly asset_id: string;
      readonly title: string | null;
      /** UTC. */
      readonly created_at: string;
    }[];
    readonly edges: readonly {
      /** Identifier, a UUID in lower case. */
      readonly parent_asset_id: string;
      /** Identifier, a UUID in lower case. */
      readonly child_asset_id: string;
      readonly relation: "derived" | "edited" | "copy" | "recipient_copy" | "imported" | null;
    }[];
    /** There are more relatives than are shown. */
    readonly truncated: boolean;
  };
}

/** One step of the history of an asset. */
export interface ProvenanceStep {
  /** Identifier, a UUID in lower case. */
  readonly id: string;
  /** Identifier, a UUID in lower case. */
  readonly asset_id: string;
  /** What it was made from; null if there is none or it was deleted. */
  readonly parent_asset_id: string | null;
  readonly action: "uploaded" | "marked" | "robustness_measured" | "reprocessed" | "revoked" | "restored" | "copy_created" | "copy_deleted" | "shared" | "share_revoked" | "published" | "unpublished" | "archived" | "committed";
  readonly relation: "derived" | "edited" | "copy" | "recipient_copy" | "imported" | null;
  /** User or API key; null for the service itself. */
  readonly actor_id: string | null;
  readonly actor_kind: "user" | "api_key" | "service";
  readonly tool: string | null;
  readonly details: {
    readonly [member: string]: unknown;
  };
  /** UTC. */
  readonly created_at: string;
  /** `hash` of the step before; null at the first. */
  readonly prev_hash: string | null;
  /** SHA-256 of the canonical JSON (RFC 8785) of id, asset_id, action, relation, actor_id, actor_kind, tool, details, created_at, prev_hash and `v` = 1. */
  readonly hash: string;
  /** Ed25519 in base64 over `assay provenance v1`, a line feed and `hash`; null for a moment after the step. */
  readonly signature: string | null;
  /** The key that signed, see `/.well-known/jwks.json`. */
  readonly kid: string | null;
}

/** A service through which people can sign in. */
export interface Provider {
  readonly id: string;
  readonly name: string;
  /** Send the browser there. */
  readonly start_url: string;
}

/** Those that are switched on. */
export interface ProviderPage {
  readonly items: readonly Provider[];
  /** Items on all pages. */
  readonly total: number;
  readonly page: number;
  readonly page_size: number;
  /** Number of pages; 0 if there is nothing. */
  readonly pages: number;
}

/** What everyone with the link may know: no metadata, no names of people. */
export interface PublicAsset {
  /** Identifier, a UUID in lower case. */
  readonly id: string;
  readonly cid: string;
  readonly title: string | null;
  readonly description: string | null;
  readonly tags: readonly string[];
  readonly mime_type: string;
  readonly width: number;
  readonly height: number;
  readonly content_hash: string;
  readonly watermarked_content_hash: string | null;
  /** Works for 15 minutes. */
  readonly preview_url: string | null;
  readonly revoked_at: string | null;
  readonly revoked_reason: string | null;
  /** UTC. */
  readonly created_at: string;
}

/** A result as everyone with its link may see it. */
export interface PublicVerificationResult {
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
  /** The rule that decided it: docs/reference/verdicts.md. Null for a picture of a batch that could not be judged. */
  readonly rule: string | null;
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
  /** What the C2PA manifest of your file says. */
  readonly content_credentials: {
    /** Your file holds a C2PA manifest store. */
    readonly present: boolean;
    /** `valid`: whole, but its signer is not on the trust list. Null without a manifest. */
    readonly validation_state: "trusted" | "valid" | "invalid" | null;
    /** The bytes were changed after they were signed. */
    readonly binding_broken: boolean;
    /** Failure codes of the C2PA specification. */
    readonly codes: readonly string[];
    readonly active_manifest: string | null;
    readonly signer: {
      readonly issuer: string | null;
      readonly common_name: string | null;
      readonly algorithm: string | null;
      readonly serial_number: string | null;
    } | null;
    /** The chain that the signature brings, the signer first, whoever trusts it. */
    readonly certificates: readonly {
      readonly common_name: string | null;
      readonly organization: string | null;
      readonly issuer: string | null;
      /** UTC. */
      readonly valid_from: string;
      /** UTC. */
      readonly valid_to: string;
    }[];
    /** Of the C2PA conformance programme, as the signer's certificate has it; null: it names none. */
    readonly assurance_level: 1 | 2 | null;
    readonly signed_at: string | null;
    /** A trusted time stamp proves `signed_at`. */
    readonly time_proven: boolean;
    /** What the file brings of its signer's certificate; nobody is asked. */
    readonly revocation: "not_revoked" | "revoked" | "unknown";
    /** Where your file says its manifest lies; it is never fetched. */
    readonly remote_manifest: string | null;
    /** Parts of the picture whose own manifest does not fit, with the failure codes; they decide nothing. */
    readonly broken_ingredients: readonly {
      readonly title: string | null;
      readonly manifest: string | null;
      readonly codes: readonly string[];
    }[];
    /** Identity assertions (CAWG): who beside the signer vouches for parts of the manifest; they decide nothing. */
    readonly identities: readonly {
      readonly kind: string | null;
      readonly issuer: string | null;
      readonly common_name: string | null;
      readonly roles: readonly string[];
      readonly references: readonly string[];
      readonly validation_state: "trusted" | "valid" | "invalid" | null;
    }[];
  };
  /** PNG in base64, the aspect of your picture, 8-bit grey: 0 the same, 255 a certain edit. Null where it was not asked for, and when a verification is read again that was not made with `store`. */
  readonly tamper_map: string | null;
  /** What `tamper_map` and `tamper_regions` were made from: a stored picture; or, where a mark names an asset of which no picture is at hand, the mark alone, as in `mark_presence`. Null where there is neither. */
  readonly tamper_source: "comparison" | "mark_presence" | null;
  readonly tamper_score: number;
  /** Changed regions in pixels of your picture, the largest first. */
  readonly tamper_regions: readonly {
    readonly x: number;
    readonly y: number;
    readonly w: number;
    readonly h: number;
    readonly score: number;
  }[];
  /** Where the mark that was read is missing. Made from your picture alone, without the original: it is no comparison, and no verdict rests on it. Null if no mark was read, its place is not certain, or the file is a stored one. */
  readonly mark_presence: {
    /** Those whose mark was looked for. */
    readonly tracks: readonly ("a" | "b" | "c")[];
    /** Area fraction of your picture in which a missing mark would be seen; elsewhere nothing is told. */
    readonly assessable_fraction: number;
    /** Area fraction of your picture in which it is missing. */
    readonly missing_fraction: number;
    /** Where it is missing, in pixels of your picture, the strongest first. */
    readonly regions: readonly {
      readonly x: number;
      readonly y: number;
      readonly w: number;
      readonly h: number;
      readonly score: number;
    }[];
    /** PNG in base64, 8-bit grey: 128 to 255 where the mark is missing. With `include_tamper_map` alone. */
    readonly map: string | null;
  } | null;
  /** Mark removed or destroyed: your picture matches a registered one that is marked, no mark is read, and honest copies of its quality keep theirs; or a copy of the unmarked original. Evidence for people, no verdict rests on it. For members alone. */
  readonly mark_removal: {
    /** The registered asset whose mark is missing. */
    readonly asset_id: string;
    /** How often an honest copy that keeps as much detail holds nothing of its mark, as measured. */
    readonly honest_probability: number;
    /** The mark stands out with the wrong sign: more of it was taken away than there was. */
    readonly subtracted: boolean;
  } | null;
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
  /** Somebody says that the verdict is wrong, and nobody found it right. */
  readonly disputed: boolean;
  /** What the operator found instead, when the verdict was disputed; null if it stands. */
  readonly corrected_verdict: "authentic" | "forged" | "unknown" | null;
  /** SHA-256 of your file. */
  readonly source_image_hash: string | null;
  readonly processing_time_ms: number;
  readonly model_version: string;
}

/** Files of an asset that everyone may fetch by their content identifier. */
export interface Publications {
  /** Identifier, a UUID in lower case. */
  readonly asset_id: string;
  readonly files: readonly {
    readonly variant: "original" | "watermarked" | "preview";
    /** UnixFS CID, profile unixfs-v1-2025. */
    readonly cid: string;
    readonly size_bytes: number;
    /** Trustless gateway: ask for `?format=raw` or `?format=car`. */
    readonly url: string;
    /** UTC. */
    readonly published_at: string;
    /** Null where no IPFS node is set. */
    readonly pin: {
      /** Of an encrypted asset another one: the pin holds its stored, encrypted bytes. */
      readonly cid: string;
      readonly status: "queued" | "pinning" | "pinned" | "failed";
      readonly last_error: string | null;
    } | null;
  }[];
}

/** Which files to make public. */
export interface PublishRequestInput {
  /** An original may hold places and names in its metadata: look first. */
  readonly variants?: readonly ("original" | "watermarked" | "preview")[];
}

/** A marked copy that names its recipient when it leaks. */
export interface RecipientCopy {
  /** What its marks carry. */
  readonly id: string;
  /** Identifier, a UUID in lower case. */
  readonly asset_id: string;
  readonly recipient: string;
  readonly note: string | null;
  readonly created_by: string | null;
  /** UnixFS CID of its file. */
  readonly cid: string;
  /** SHA-256 of its file. */
  readonly content_hash: string;
  readonly size_bytes: number;
  /** Needs a credential. */
  readonly download_url: string;
  /** Verifications that named it, whoever made them, as long as the log keeps them; null: none. */
  readonly seen: {
    readonly checks: number;
    /** UTC. */
    readonly last_at: string;
  } | null;
  /** UTC. */
  readonly created_at: string;
}

/** Copies, the newest first. */
export interface RecipientCopyPage {
  readonly items: readonly RecipientCopy[];
  /** Items on all pages. */
  readonly total: number;
  readonly page: number;
  readonly page_size: number;
  /** Number of pages; 0 if there is nothing. */
  readonly pages: number;
}

/** The refresh token of a login. */
export interface RefreshInput {
  readonly refresh_token: string;
  /** False: the refresh token stays, for a program that cannot keep another one. */
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
  /** True: the API keys that you made stay. Else they end as well. */
  readonly keep_api_keys?: boolean;
}

/** A dispute as operators see it, with the verdict that it is about. */
export interface ReviewedDispute {
  /** Identifier, a UUID in lower case. */
  readonly id: string;
  /** Identifier, a UUID in lower case. */
  readonly verification_id: string;
  /** `upheld`: the verdict was right; `overturned`: it was wrong; `unclear`: nobody can tell. */
  readonly status: "open" | "upheld" | "overturned" | "unclear";
  readonly reason: "not_altered" | "altered" | "not_recognised" | "wrong_asset" | "other";
  readonly comment: string | null;
  readonly expected_verdict: "authentic" | "forged" | "unknown" | null;
  /** The right one, where the verdict was overturned. */
  readonly corrected_verdict: "authentic" | "forged" | "unknown" | null;
  /** What the operator says of it. */
  readonly note: string | null;
  /** The picture that you sent with it; null if none. */
  readonly picture: {
    readonly size_bytes: number;
    /** UTC. */
    readonly kept_until: string;
    readonly removed_at: string | null;
  } | null;
  /** UTC. */
  readonly created_at: string;
  readonly resolved_at: string | null;
  readonly verification: {
    readonly verdict: "authentic" | "forged" | "unknown";
    readonly confidence: number;
    /** That decided. */
    readonly rule: string | null;
    /** Its sentence. */
    readonly details: string | null;
    readonly asset_id: string | null;
    readonly organization_id: string | null;
    readonly source_image_hash: string;
    readonly model_version: string;
    /** UTC. */
    readonly created_at: string;
  };
}

/** Disputes of all organizations, the oldest first, one page. */
export interface ReviewedDisputePage {
  readonly items: readonly ReviewedDispute[];
  /** Items on all pages. */
  readonly total: number;
  readonly page: number;
  readonly page_size: number;
  /** Number of pages; 0 if there is nothing. */
  readonly pages: number;
}

/** Withdraws an asset. */
export interface RevocationInput {
  /** Why; shown with the asset and in its history. */
  readonly reason: string;
}

/** A change of the key under which an organization keeps its assets encrypted. */
export interface RotatedKey {
  /** Identifier, a UUID in lower case. */
  readonly organization_id: string;
  /** Of the key that wraps the keys of assets from now on. */
  readonly version: number;
  /** Assets whose key was wrapped anew. */
  readonly rewrapped: number;
}

/** What pages say before anybody signs in. */
export interface Service {
  /** False: whoever comes first makes the first account. */
  readonly has_accounts: boolean;
  /** Characters that a new password has at least. */
  readonly password_chars_min: number;
  /** The largest picture file, bytes. */
  readonly upload_bytes_max: number;
  /** The largest archive that an import takes, bytes. */
  readonly import_bytes_max: number;
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

/** A public link. */
export interface ShareLink {
  /** Identifier, a UUID in lower case. */
  readonly id: string;
  readonly asset_id: string | null;
  readonly verification_id: string | null;
  readonly created_by: string | null;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  /** UTC. */
  readonly created_at: string;
}

/** Links, the newest first, revoked ones too, one page. */
export interface ShareLinkPage {
  readonly items: readonly ShareLink[];
  /** Items on all pages. */
  readonly total: number;
  readonly page: number;
  readonly page_size: number;
  /** Number of pages; 0 if there is nothing. */
  readonly pages: number;
}

/** What a share link shows; one of `asset` and `verification` is there. */
export interface Shared {
  readonly kind: "asset" | "verification";
  readonly asset: PublicAsset | null;
  readonly verification: PublicVerificationResult | null;
  /** UTC. */
  readonly shared_at: string;
  readonly expires_at: string | null;
}

/** A link that expires. */
export interface SignedUrl {
  /** Works without a credential until then. */
  readonly url: string;
  /** UTC. */
  readonly expires_at: string;
}

/** A link to one file. */
export interface SignedUrlRequestInput {
  readonly variant?: "original" | "watermarked" | "preview";
  /** Seconds. */
  readonly expires_in?: number;
}

/** An asset that looks like the picture. */
export interface SimilarAsset {
  readonly asset: Asset;
  /** The average of the measures. */
  readonly similarity: number;
  readonly measures: {
    readonly clip: number;
    readonly dino: number;
    readonly pdq: number;
  };
  /** True if the pictures lie on each other, false if not; null where they were not laid over each other yet. */
  readonly is_match: boolean | null;
}

/** Assets of your organization that look alike, the most similar first. */
export interface SimilarAssetPage {
  readonly items: readonly SimilarAsset[];
  /** Items on all pages. */
  readonly total: number;
  readonly page: number;
  readonly page_size: number;
  /** Number of pages; 0 if there is nothing. */
  readonly pages: number;
  readonly threshold: number;
}

/** Soft bindings that can be asked for. */
export interface SoftBindingAlgorithms {
  readonly watermarks: readonly {
    readonly alg: string;
  }[];
  readonly fingerprints: readonly {
    readonly alg: string;
  }[];
}

/** Manifests of this service, the best first. */
export interface SoftBindingMatches {
  readonly matches: readonly {
    /** Label of a manifest, for instance `urn:c2pa:...`. */
    readonly manifestId: string;
    /** 100: named by a mark or an equal binding. */
    readonly similarityScore: number;
  }[];
}

/** A soft binding that was read from a picture. */
export interface SoftBindingQueryInput {
  /** Name of a soft binding, for instance `org.example.track-a.1`. */
  readonly alg: string;
  /** Base64, in the form that the algorithm gives it. */
  readonly value: string;
}

/** A picture that lies elsewhere. */
export interface SoftBindingReferenceInput {
  readonly referenceUrl: string;
  readonly assetLength?: number;
  readonly [member: string]: unknown;
}

/** For programs that open the browser themselves. */
export interface StartedSignIn {
  /** Open it in the browser that got the cookie of this answer. */
  readonly authorization_url: string;
  /** Comes back with the callback. */
  readonly state: string;
}

/** What an organization keeps. */
export interface StorageUsage {
  readonly used_bytes: number;
  readonly limit_bytes: number;
  /** Failed uploads do not count. */
  readonly assets_count: number;
  readonly by_kind: {
    readonly original: number;
    readonly watermarked: number;
    readonly preview: number;
    /** Recipient copies. */
    readonly copies: number;
    /** Manifests that members stored. */
    readonly manifests: number;
    /** Archives; kept beside, so not part of `used_bytes`. */
    readonly archive: number;
    /** Pictures of verifications with `store` and of disputes, for a while; not part of `used_bytes`, but each must fit beside it. */
    readonly submissions: number;
  };
  /** The present month, UTC. */
  readonly period: {
    readonly start: string;
    readonly end: string;
  };
}

/** A manifest that was stored. */
export interface StoredManifest {
  /** Label of a manifest, for instance `urn:c2pa:...`. */
  readonly manifestId: string;
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

/** RFC 6749, 4.4.2. */
export interface TokenRequestInput {
  /** `client_credentials`. */
  readonly grant_type?: string;
  /** The id of an API key, unless sent by HTTP Basic. */
  readonly client_id?: string;
  /** The API key itself, unless sent by HTTP Basic. */
  readonly client_secret?: string;
  /** Scopes with spaces between them. Default: all that the key has. */
  readonly scope?: string;
}

/** To whom, and that you are its owner. */
export interface TransferInput {
  /** A member; becomes the owner. You become an admin. */
  readonly user_id: string;
  /** Of your account. Accounts without one need a sign-in of the last ten minutes instead. */
  readonly password?: string;
}

/** The log of all commitments, and what it last signed. */
export interface TransparencyLog {
  /** Name of the log. */
  readonly origin: string;
  /** 8 hex characters. */
  readonly key_id: string;
  /** Ed25519, 32 bytes in base64. */
  readonly public_key: string;
  /** All that a verifier has to know; keep a copy elsewhere. */
  readonly verifier_key: string;
  /** Where checkpoint and tiles are served (C2SP tlog-tiles). */
  readonly prefix: string;
  /** Entries that the newest checkpoint covers. */
  readonly tree_size: number;
  /** SHA-256, 32 bytes in base64. */
  readonly root_hash: string;
  /** Signed note (C2SP tlog-checkpoint), with the lines of its witnesses. */
  readonly checkpoint: string;
  /** UTC. */
  readonly signed_at: string;
  /** The newest checkpoint on the ledger. */
  readonly anchor: LogAnchor | null;
  /** The newest time-stamp. */
  readonly timestamp: LogTimestamp | null;
}

/** What an organization has used, and what it may use. */
export interface Usage {
  /** Identifier, a UUID in lower case. */
  readonly id: string;
  /** Identifier, a UUID in lower case. */
  readonly organization_id: string;
  /** First day of this month, UTC. */
  readonly period_start: string;
  /** Last day of this month. */
  readonly period_end: string;
  /** When the counts of the month begin anew. */
  readonly resets_at: string;
  readonly uploads_count: number;
  readonly uploads_limit: number;
  /** Of this month. */
  readonly verifications_count: number;
  /** Of a month. */
  readonly verifications_limit: number;
  readonly verifications_today: number;
  readonly verifications_per_day_limit: number;
  /** Originals, marked files, previews, recipient copies. */
  readonly storage_used_bytes: number;
  readonly storage_limit_bytes: number;
  readonly assets_count: number;
  readonly assets_limit: number;
  /** A quota of the month is used up. */
  readonly quota_exceeded: boolean;
  /** UTC. */
  readonly created_at: string;
  readonly updated_at: string | null;
  /** The oldest first; periods without use are left out. */
  readonly history: readonly {
    /** The day, or the first day of the month. */
    readonly period: string;
    /** By day: those whose pictures still exist. */
    readonly uploads_count: number;
    readonly verifications_count: number;
  }[];
}

/** What the key may do. A bad key is answered 401. */
export interface ValidApiKey {
  readonly valid: true;
  readonly scopes: readonly ("read" | "verify" | "write" | "delete" | "commit" | "webhooks" | "org:read" | "org:admin" | "*")[];
  /** Identifier, a UUID in lower case. */
  readonly key_id: string;
  /** Identifier, a UUID in lower case. */
  readonly organization_id: string;
  readonly name: string;
  readonly is_active: boolean;
  readonly expires_at: string | null;
  readonly rate_limit: {
    readonly per_hour: number;
    readonly per_day: number;
  };
}

/** A verification to keep or hand on. */
export interface VerificationReport {
  readonly report_version: 1;
  /** UTC. */
  readonly generated_at: string;
  readonly service: {
    readonly name: "Assay";
    readonly version: string;
    readonly model_version: string;
  };
  readonly verification: VerificationResult;
  /** Similarity from which pictures counted as alike. */
  readonly threshold: number;
  /** Rules that fitted, the deciding one first; docs/reference/verdicts.md. */
  readonly fired_rules: readonly string[];
  /** What this report says and what it does not. */
  readonly statement: string;
  /** SHA-256 of the canonical JSON (RFC 8785) of all other members. */
  readonly digest: string;
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
  /** The rule that decided it: docs/reference/verdicts.md. Null for a picture of a batch that could not be judged. */
  readonly rule: string | null;
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
  /** What the C2PA manifest of your file says. */
  readonly content_credentials: {
    /** Your file holds a C2PA manifest store. */
    readonly present: boolean;
    /** `valid`: whole, but its signer is not on the trust list. Null without a manifest. */
    readonly validation_state: "trusted" | "valid" | "invalid" | null;
    /** The bytes were changed after they were signed. */
    readonly binding_broken: boolean;
    /** Failure codes of the C2PA specification. */
    readonly codes: readonly string[];
    readonly active_manifest: string | null;
    readonly signer: {
      readonly issuer: string | null;
      readonly common_name: string | null;
      readonly algorithm: string | null;
      readonly serial_number: string | null;
    } | null;
    /** The chain that the signature brings, the signer first, whoever trusts it. */
    readonly certificates: readonly {
      readonly common_name: string | null;
      readonly organization: string | null;
      readonly issuer: string | null;
      /** UTC. */
      readonly valid_from: string;
      /** UTC. */
      readonly valid_to: string;
    }[];
    /** Of the C2PA conformance programme, as the signer's certificate has it; null: it names none. */
    readonly assurance_level: 1 | 2 | null;
    readonly signed_at: string | null;
    /** A trusted time stamp proves `signed_at`. */
    readonly time_proven: boolean;
    /** What the file brings of its signer's certificate; nobody is asked. */
    readonly revocation: "not_revoked" | "revoked" | "unknown";
    /** Where your file says its manifest lies; it is never fetched. */
    readonly remote_manifest: string | null;
    /** Parts of the picture whose own manifest does not fit, with the failure codes; they decide nothing. */
    readonly broken_ingredients: readonly {
      readonly title: string | null;
      readonly manifest: string | null;
      readonly codes: readonly string[];
    }[];
    /** Identity assertions (CAWG): who beside the signer vouches for parts of the manifest; they decide nothing. */
    readonly identities: readonly {
      readonly kind: string | null;
      readonly issuer: string | null;
      readonly common_name: string | null;
      readonly roles: readonly string[];
      readonly references: readonly string[];
      readonly validation_state: "trusted" | "valid" | "invalid" | null;
    }[];
  };
  /** PNG in base64, the aspect of your picture, 8-bit grey: 0 the same, 255 a certain edit. Null where it was not asked for, and when a verification is read again that was not made with `store`. */
  readonly tamper_map: string | null;
  /** What `tamper_map` and `tamper_regions` were made from: a stored picture; or, where a mark names an asset of which no picture is at hand, the mark alone, as in `mark_presence`. Null where there is neither. */
  readonly tamper_source: "comparison" | "mark_presence" | null;
  readonly tamper_score: number;
  /** Changed regions in pixels of your picture, the largest first. */
  readonly tamper_regions: readonly {
    readonly x: number;
    readonly y: number;
    readonly w: number;
    readonly h: number;
    readonly score: number;
  }[];
  /** Where the mark that was read is missing. Made from your picture alone, without the original: it is no comparison, and no verdict rests on it. Null if no mark was read, its place is not certain, or the file is a stored one. */
  readonly mark_presence: {
    /** Those whose mark was looked for. */
    readonly tracks: readonly ("a" | "b" | "c")[];
    /** Area fraction of your picture in which a missing mark would be seen; elsewhere nothing is told. */
    readonly assessable_fraction: number;
    /** Area fraction of your picture in which it is missing. */
    readonly missing_fraction: number;
    /** Where it is missing, in pixels of your picture, the strongest first. */
    readonly regions: readonly {
      readonly x: number;
      readonly y: number;
      readonly w: number;
      readonly h: number;
      readonly score: number;
    }[];
    /** PNG in base64, 8-bit grey: 128 to 255 where the mark is missing. With `include_tamper_map` alone. */
    readonly map: string | null;
  } | null;
  /** Mark removed or destroyed: your picture matches a registered one that is marked, no mark is read, and honest copies of its quality keep theirs; or a copy of the unmarked original. Evidence for people, no verdict rests on it. For members alone. */
  readonly mark_removal: {
    /** The registered asset whose mark is missing. */
    readonly asset_id: string;
    /** How often an honest copy that keeps as much detail holds nothing of its mark, as measured. */
    readonly honest_probability: number;
    /** The mark stands out with the wrong sign: more of it was taken away than there was. */
    readonly subtracted: boolean;
  } | null;
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
  /** Somebody says that the verdict is wrong, and nobody found it right. */
  readonly disputed: boolean;
  /** What the operator found instead, when the verdict was disputed; null if it stands. */
  readonly corrected_verdict: "authentic" | "forged" | "unknown" | null;
  /** SHA-256 of your file. */
  readonly source_image_hash: string | null;
  readonly processing_time_ms: number;
  readonly model_version: string;
  /** Whose copy it is. Null to everyone but members of the asset’s organization. */
  readonly recipient_copy: {
    /** Identifier, a UUID in lower case. */
    readonly id: string;
    readonly recipient: string;
  } | null;
}

/** The address is confirmed. */
export interface Verified {
  readonly is_verified: true;
  /** Of a new address that waits: until then the old one can cancel. */
  readonly counts_from?: string;
}

/** The proof that you read mails of the address. */
export interface VerifyEmailInput {
  /** From the link of the mail. */
  readonly token: string;
}

/** A program that waits until a person allows its login. */
export interface WaitingDevice {
  readonly user_code: string;
  /** As the program calls itself: it may lie. */
  readonly client_name: string | null;
  /** The address that asks. */
  readonly ip: string | null;
  readonly user_agent: string | null;
  /** UTC. */
  readonly created_at: string;
  /** UTC. */
  readonly expires_at: string;
}

/** The watermark record of an asset. */
export interface Watermark {
  /** Read back from the written file, not just embedded. */
  readonly track_a_detected: boolean;
  /** Read back from the written file, not just embedded. */
  readonly track_b_detected: boolean;
  /** Read back from the written file, not just embedded. */
  readonly track_c_detected: boolean;
  /** Mean of the embedded tracks, 0..1. */
  readonly embedding_strength: number | null;
  /** 0..1, on the own scale of each track; 0 of one that is not claimed. */
  readonly strengths: {
    readonly track_a: number;
    readonly track_b: number;
    readonly track_c: number;
  };
  /** Share of a fixed set of attacks that a track survives, 0..1; null until the service has had time to measure it. */
  readonly robustness_score: number | null;
  /** Delivered against original pixels; null if identical. */
  readonly psnr_db: number | null;
  readonly ssim: number | null;
  /** S-CIELAB: the mean colour difference from the original (CIEDE2000, at 49 pixels a degree of sight); null until it was measured, together with the robustness score. */
  readonly delta_e: number | null;
  /** When the delivered file was made; later than the upload once it was marked anew. */
  readonly marked_at: string;
  /** Identifier, a UUID in lower case. */
  readonly asset_id: string;
  /** Base64 of the 16 bytes of the asset id that the tracks carry. */
  readonly payload: string;
}

/** What was embedded, and how well it can be read and seen. */
export interface WatermarkSummary {
  /** Read back from the written file, not just embedded. */
  readonly track_a_detected: boolean;
  /** Read back from the written file, not just embedded. */
  readonly track_b_detected: boolean;
  /** Read back from the written file, not just embedded. */
  readonly track_c_detected: boolean;
  /** Mean of the embedded tracks, 0..1. */
  readonly embedding_strength: number | null;
  /** 0..1, on the own scale of each track; 0 of one that is not claimed. */
  readonly strengths: {
    readonly track_a: number;
    readonly track_b: number;
    readonly track_c: number;
  };
  /** Share of a fixed set of attacks that a track survives, 0..1; null until the service has had time to measure it. */
  readonly robustness_score: number | null;
  /** Delivered against original pixels; null if identical. */
  readonly psnr_db: number | null;
  readonly ssim: number | null;
  /** S-CIELAB: the mean colour difference from the original (CIEDE2000, at 49 pixels a degree of sight); null until it was measured, together with the robustness score. */
  readonly delta_e: number | null;
  /** When the delivered file was made; later than the upload once it was marked anew. */
  readonly marked_at: string;
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
  /** 0: sent because of the event; 1, 2, ...: sent again by hand. */
  readonly redelivery: number;
  /** The exact bytes of every attempt. */
  readonly request_body: string;
  /** At most the first 4 KiB. */
  readonly response_body: string | null;
  /** Why the last attempt got no answer. */
  readonly error: string | null;
  readonly next_attempt_at: string | null;
  readonly delivered_at: string | null;
  /** Every one so far, the first one first. */
  readonly attempts: readonly WebhookDeliveryAttempt[];
}

/** One try of a delivery. */
export interface WebhookDeliveryAttempt {
  readonly attempt: number;
  /** UTC. */
  readonly started_at: string;
  /** Null: under way, never sent, or ended with its process. */
  readonly duration_ms: number | null;
  readonly response_status: number | null;
  /** Why there was no answer. */
  readonly error: string | null;
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

/** Every event there is, one page. */
export interface WebhookEventPage {
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
  /** Items on all pages. */
  readonly total: number;
  readonly page: number;
  readonly page_size: number;
  /** Number of pages; 0 if there is nothing. */
  readonly pages: number;
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
  readonly events?: readonly ("asset.processed" | "asset.updated" | "asset.deleted" | "asset.revoked" | "asset.near_duplicate" | "asset.matched" | "verification.completed" | "verification.batch_completed" | "verification.disputed" | "verification.dispute_resolved" | "commitment.created" | "commitment.confirmed" | "commitment.finalized" | "commitment.failed" | "quota.warning" | "quota.exceeded" | "api_key.created" | "api_key.revoked" | "api_key.expiring" | "member.invited" | "member.joined" | "member.removed" | "transparency_log.forked" | "webhook.disabled" | "webhook.test" | "*")[];
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
  /** A sentence for people. */
  readonly message: string;
  /** UTC. */
  readonly timestamp: string;
  /** The same as in `X-Request-Id`. */
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
