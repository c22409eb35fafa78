-- By hand: drizzle-kit does not know extensions, and the vector columns below need this one.
CREATE EXTENSION IF NOT EXISTS vector;
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"key_prefix" varchar(32) NOT NULL,
	"key_last4" varchar(4) NOT NULL,
	"key_hash" varchar(256) NOT NULL,
	"name" varchar(255) NOT NULL,
	"scopes" text[] DEFAULT '{read,verify}' NOT NULL,
	"rate_limit_per_hour" integer,
	"rate_limit_per_day" integer,
	"is_active" boolean DEFAULT true NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"rotated_to_id" uuid,
	"expiry_told_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "api_keys_key_hash_unique" UNIQUE("key_hash")
);
--> statement-breakpoint
CREATE TABLE "audit_heads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"sequence" bigint NOT NULL,
	"hash" varchar(64) NOT NULL,
	"salt" "bytea" NOT NULL,
	"is_last" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "audit_heads_once" UNIQUE("organization_id","sequence","is_last")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"sequence" bigint NOT NULL,
	"actor_id" uuid,
	"actor_kind" varchar(50) NOT NULL,
	"action" varchar(100) NOT NULL,
	"target_kind" varchar(50),
	"target_id" uuid,
	"details" jsonb,
	"requester_ip" varchar(45),
	"request_id" varchar(128),
	"prev_hash" varchar(64),
	"hash" varchar(64) NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "audit_log_organization_sequence_unique" UNIQUE("organization_id","sequence"),
	CONSTRAINT "audit_log_actor_known" CHECK ("audit_log"."actor_kind" in ('user', 'api_key', 'system'))
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"principal" varchar(100) NOT NULL,
	"route" varchar(500) NOT NULL,
	"key" varchar(255) NOT NULL,
	"fingerprint" varchar(64) NOT NULL,
	"response_status" integer,
	"response_headers" jsonb,
	"response_body" "bytea",
	"made_sealed" "bytea",
	"attempt" integer DEFAULT 1 NOT NULL,
	"lease_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY("principal","route","key")
);
--> statement-breakpoint
CREATE TABLE "device_logins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"device_code_hash" varchar(64) NOT NULL,
	"user_code" varchar(8) NOT NULL,
	"client_name" varchar(100),
	"user_agent" varchar(512),
	"ip" varchar(45),
	"user_id" uuid,
	"allowed" boolean,
	"decided_at" timestamp (3) with time zone,
	"taken_at" timestamp (3) with time zone,
	"polled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "device_logins_device_code_hash_unique" UNIQUE("device_code_hash"),
	CONSTRAINT "device_logins_user_code_unique" UNIQUE("user_code")
);
--> statement-breakpoint
CREATE TABLE "email_verifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"email" varchar(255) NOT NULL,
	"token_hash" varchar(64) NOT NULL,
	"purpose" varchar(20) NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"confirmed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "email_verifications_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "email_verifications_purpose_known" CHECK ("email_verifications"."purpose" in ('verify', 'change', 'cancel', 'reset'))
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"provider" varchar(50) NOT NULL,
	"subject" varchar(255) NOT NULL,
	"email" varchar(255),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_login_at" timestamp (3) with time zone,
	CONSTRAINT "identities_provider_subject_unique" UNIQUE("provider","subject")
);
--> statement-breakpoint
CREATE TABLE "mail_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"purpose" varchar(20) NOT NULL,
	"email" varchar(255) NOT NULL,
	"origin" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_requests_purpose_email_unique" UNIQUE("purpose","email"),
	CONSTRAINT "mail_requests_purpose_known" CHECK ("mail_requests"."purpose" in ('verify', 'reset'))
);
--> statement-breakpoint
CREATE TABLE "refresh_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"successor_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"rotated_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"user_agent" varchar(512),
	"ip" varchar(45)
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" varchar(255) NOT NULL,
	"email_normalized" varchar(255) NOT NULL,
	"full_name" varchar(255),
	"password_hash" varchar(255) NOT NULL,
	"is_verified" boolean DEFAULT false NOT NULL,
	"tier" varchar(50) DEFAULT 'free' NOT NULL,
	"language" varchar(2) DEFAULT 'en' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone,
	"last_login_at" timestamp (3) with time zone,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_email_normalized_unique" UNIQUE("email_normalized"),
	CONSTRAINT "users_tier_known" CHECK ("users"."tier" in ('free', 'pro', 'enterprise')),
	CONSTRAINT "users_language_known" CHECK ("users"."language" in ('en', 'de', 'zh', 'ar'))
);
--> statement-breakpoint
CREATE TABLE "assets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"created_by" uuid NOT NULL,
	"cid" varchar(100) NOT NULL,
	"content_hash" varchar(64) NOT NULL,
	"watermarked_content_hash" varchar(64),
	"earlier_deliveries" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"original_filename" varchar(500),
	"mime_type" varchar(100) NOT NULL,
	"file_size_bytes" bigint NOT NULL,
	"watermarked_size_bytes" bigint,
	"preview_size_bytes" bigint,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"orientation" integer DEFAULT 1 NOT NULL,
	"ipfs_cid" varchar(100),
	"archive_cid" varchar(100),
	"watermarked_cid" varchar(100),
	"watermarked_storage_url" varchar(1024),
	"preview_url" varchar(1024),
	"is_encrypted" boolean DEFAULT false NOT NULL,
	"encryption_key" "bytea",
	"encryption_key_version" integer,
	"title" varchar(500),
	"description" text,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"tags_folded" text[] DEFAULT '{}' NOT NULL,
	"search_terms" "tsvector" NOT NULL,
	"exif_metadata" jsonb,
	"tiff_metadata" jsonb,
	"c2pa_metadata" jsonb,
	"xmp_metadata" jsonb,
	"iptc_metadata" jsonb,
	"processing_status" varchar(50) DEFAULT 'pending' NOT NULL,
	"processing_error" text,
	"processing_request" jsonb NOT NULL,
	"in_bulk" boolean DEFAULT false NOT NULL,
	"request_key" varchar(64),
	"lease_owner" varchar(100),
	"lease_until" timestamp (3) with time zone,
	"lease_number" integer DEFAULT 0 NOT NULL,
	"files_number" integer DEFAULT 1 NOT NULL,
	"former_files_since" timestamp (3) with time zone,
	"warnings" text[] DEFAULT '{}' NOT NULL,
	"duplicate_of" uuid,
	"revoked_at" timestamp (3) with time zone,
	"revoked_reason" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone,
	CONSTRAINT "assets_cid_unique" UNIQUE("cid"),
	CONSTRAINT "assets_processing_status_known" CHECK ("assets"."processing_status" in ('pending', 'processing', 'completed', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "provenance" (
	"id" uuid PRIMARY KEY NOT NULL,
	"asset_id" uuid NOT NULL,
	"parent_asset_id" uuid,
	"relation" varchar(50),
	"action" varchar(100) NOT NULL,
	"actor_id" uuid,
	"actor_kind" varchar(50) NOT NULL,
	"tool" varchar(255),
	"details" jsonb,
	"prev_hash" varchar(64),
	"hash" varchar(64) NOT NULL,
	"signature" "bytea",
	"signature_key_version" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "provenance_relation_known" CHECK ("provenance"."relation" in ('derived', 'edited', 'copy', 'recipient_copy', 'imported'))
);
--> statement-breakpoint
CREATE TABLE "recipient_copies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"asset_id" uuid NOT NULL,
	"recipient" varchar(500) NOT NULL,
	"note" text,
	"created_by" uuid,
	"cid" varchar(100) NOT NULL,
	"content_hash" varchar(64) NOT NULL,
	"size_bytes" bigint NOT NULL,
	"tracks" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "watermark_tracks" (
	"asset_id" uuid NOT NULL,
	"track" varchar(10) NOT NULL,
	"payload" "bytea",
	"detected" boolean NOT NULL,
	"strength" double precision NOT NULL,
	"confidence" double precision NOT NULL,
	CONSTRAINT "watermark_tracks_asset_id_track_pk" PRIMARY KEY("asset_id","track")
);
--> statement-breakpoint
CREATE TABLE "watermarks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"asset_id" uuid NOT NULL,
	"embedding_strength" double precision,
	"robustness_score" double precision,
	"psnr_db" double precision,
	"ssim" double precision,
	"delta_e" double precision,
	"recovered_payload" "bytea",
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone,
	CONSTRAINT "watermarks_asset_id_unique" UNIQUE("asset_id")
);
--> statement-breakpoint
CREATE TABLE "archives" (
	"id" uuid PRIMARY KEY NOT NULL,
	"asset_id" uuid NOT NULL,
	"archive_cid" varchar(100) NOT NULL,
	"size_bytes" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"check_state" varchar(20),
	CONSTRAINT "archives_asset_cid_unique" UNIQUE("asset_id","archive_cid"),
	CONSTRAINT "archives_check_state_known" CHECK ("archives"."check_state" in ('intact', 'altered', 'missing'))
);
--> statement-breakpoint
CREATE TABLE "organization_encryption_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"master_key_ref" varchar(1024) NOT NULL,
	"key_wrapped" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "organization_encryption_keys_organization_version_unique" UNIQUE("organization_id","version")
);
--> statement-breakpoint
CREATE TABLE "pins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"asset_id" uuid NOT NULL,
	"variant" varchar(20) NOT NULL,
	"form" varchar(10) NOT NULL,
	"cid" varchar(100) NOT NULL,
	"wanted" boolean DEFAULT true NOT NULL,
	"status" varchar(20) DEFAULT 'queued' NOT NULL,
	"request_id" varchar(255),
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"last_error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone,
	CONSTRAINT "pins_asset_variant_form_unique" UNIQUE("asset_id","variant","form"),
	CONSTRAINT "pins_status_known" CHECK ("pins"."status" in ('queued', 'pinning', 'pinned', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "published_blocks" (
	"file_id" uuid NOT NULL,
	"ordinal" integer NOT NULL,
	"cid" varchar(100) NOT NULL,
	"start" bigint NOT NULL,
	"length" bigint NOT NULL,
	"node" "bytea",
	CONSTRAINT "published_blocks_file_id_ordinal_pk" PRIMARY KEY("file_id","ordinal")
);
--> statement-breakpoint
CREATE TABLE "published_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"asset_id" uuid NOT NULL,
	"variant" varchar(20) NOT NULL,
	"form" varchar(10) NOT NULL,
	"root_cid" varchar(100) NOT NULL,
	"size_bytes" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "published_files_asset_variant_form_unique" UNIQUE("asset_id","variant","form"),
	CONSTRAINT "published_files_variant_known" CHECK ("published_files"."variant" in ('original', 'watermarked', 'preview')),
	CONSTRAINT "published_files_form_known" CHECK ("published_files"."form" in ('plain', 'sealed'))
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"recipient" varchar(255) NOT NULL,
	"subject" text NOT NULL,
	"text_sealed" "bytea",
	"valid_until" timestamp (3) with time zone,
	"status" varchar(20) DEFAULT 'pending' NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"lease_until" timestamp (3) with time zone,
	"error" text,
	"origin" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "mails_status_known" CHECK ("mails"."status" in ('pending', 'delivering', 'delivered', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"event" varchar(100) NOT NULL,
	"timestamp" timestamp (3) with time zone NOT NULL,
	"data" jsonb NOT NULL,
	"dispatched_at" timestamp (3) with time zone,
	"origin" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"webhook_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"event" varchar(100) NOT NULL,
	"redelivery" integer DEFAULT 0 NOT NULL,
	"body" text NOT NULL,
	"status" varchar(20) DEFAULT 'pending' NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"lease_until" timestamp (3) with time zone,
	"error" text,
	"response_status" integer,
	"response_body" text,
	"duration_ms" integer,
	"origin" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_deliveries_webhook_event_redelivery_unique" UNIQUE("webhook_id","event_id","redelivery"),
	CONSTRAINT "webhook_deliveries_status_known" CHECK ("webhook_deliveries"."status" in ('pending', 'delivering', 'delivered', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "webhook_delivery_attempts" (
	"delivery_id" uuid NOT NULL,
	"attempt" integer NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"duration_ms" integer,
	"response_status" integer,
	"error" text,
	CONSTRAINT "webhook_delivery_attempts_delivery_id_attempt_pk" PRIMARY KEY("delivery_id","attempt")
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"created_by" uuid,
	"url" varchar(2048) NOT NULL,
	"events" text[] NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"description" varchar(500),
	"secret_sealed" "bytea" NOT NULL,
	"previous_secret_sealed" "bytea",
	"previous_secret_until" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"failing_told_at" timestamp (3) with time zone,
	"disabled_at" timestamp (3) with time zone,
	"disabled_reason" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "fingerprint_matches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"source_fingerprint_id" uuid NOT NULL,
	"target_fingerprint_id" uuid NOT NULL,
	"target_asset_id" uuid NOT NULL,
	"clip_similarity" double precision NOT NULL,
	"dino_similarity" double precision NOT NULL,
	"pdq_similarity" double precision NOT NULL,
	"average_similarity" double precision NOT NULL,
	"is_match" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "fingerprint_matches_pair_unique" UNIQUE("source_fingerprint_id","target_fingerprint_id")
);
--> statement-breakpoint
CREATE TABLE "fingerprint_work" (
	"asset_id" uuid PRIMARY KEY NOT NULL,
	"todo" varchar(20) NOT NULL,
	"again" boolean NOT NULL,
	"lease_until" timestamp (3) with time zone,
	CONSTRAINT "fingerprint_work_todo_known" CHECK ("fingerprint_work"."todo" in ('match', 'embed', 'unreadable'))
);
--> statement-breakpoint
CREATE TABLE "fingerprints" (
	"id" uuid PRIMARY KEY NOT NULL,
	"asset_id" uuid NOT NULL,
	"clip_embedding" vector(768) NOT NULL,
	"clip_hash" varchar(256) NOT NULL,
	"dino_embedding" vector(1024) NOT NULL,
	"dino_hash" varchar(256) NOT NULL,
	"pdq_hash" varchar(256) NOT NULL,
	"pdq_bits" bit(256) NOT NULL,
	"pdq_quality" integer NOT NULL,
	"embedding_model" varchar(100) NOT NULL,
	"similarity_threshold" double precision DEFAULT 0.8 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone,
	CONSTRAINT "fingerprints_asset_id_unique" UNIQUE("asset_id")
);
--> statement-breakpoint
CREATE TABLE "import_files" (
	"import_id" uuid NOT NULL,
	"index" integer NOT NULL,
	"name" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"state" varchar(20) DEFAULT 'waiting' NOT NULL,
	"asset_id" uuid,
	"error_code" varchar(50),
	"detail" text,
	CONSTRAINT "import_files_import_id_index_pk" PRIMARY KEY("import_id","index"),
	CONSTRAINT "import_files_state_known" CHECK ("import_files"."state" in ('waiting', 'created', 'duplicate', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"api_key_id" uuid,
	"kind" varchar(10) NOT NULL,
	"source" text,
	"options" jsonb NOT NULL,
	"state" varchar(20) DEFAULT 'waiting' NOT NULL,
	"problem" text,
	"origin" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "imports_state_known" CHECK ("imports"."state" in ('waiting', 'running', 'paused', 'done', 'failed', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "commitments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"asset_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"commitment_hash" varchar(256) NOT NULL,
	"commitment_payload" "bytea" NOT NULL,
	"blockchain_network" varchar(50) NOT NULL,
	"is_embedded_ledger" boolean DEFAULT false NOT NULL,
	"tx_hash" varchar(256),
	"tx_bytes" "bytea",
	"ledger_id" varchar(64),
	"signed_slot" bigint,
	"last_valid_block_height" bigint,
	"metadata" jsonb,
	"signature" "bytea" NOT NULL,
	"key_version" integer NOT NULL,
	"confirmation_status" varchar(50) DEFAULT 'pending' NOT NULL,
	"block_height" bigint,
	"confirmed_at" timestamp (3) with time zone,
	"verified" boolean DEFAULT false NOT NULL,
	"verified_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"lease_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "commitments_tx_hash_unique" UNIQUE("tx_hash"),
	CONSTRAINT "commitments_signed_whole" CHECK (num_nulls("commitments"."tx_hash", "commitments"."tx_bytes", "commitments"."ledger_id", "commitments"."signed_slot", "commitments"."last_valid_block_height") in (0, 5)),
	CONSTRAINT "commitments_network_known" CHECK ("commitments"."blockchain_network" in ('mainnet', 'devnet', 'testnet')),
	CONSTRAINT "commitments_status_known" CHECK ("commitments"."confirmation_status" in ('pending', 'confirmed', 'finalized'))
);
--> statement-breakpoint
CREATE TABLE "local_features" (
	"asset_id" uuid PRIMARY KEY NOT NULL,
	"features" "bytea" NOT NULL,
	"record" "bytea" NOT NULL,
	"scan" "bytea" NOT NULL,
	"sequence" bigserial NOT NULL,
	CONSTRAINT "local_features_sequence_unique" UNIQUE("sequence")
);
--> statement-breakpoint
CREATE TABLE "manifests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"manifest_id" varchar(300) NOT NULL,
	"asset_id" uuid,
	"copy_id" uuid,
	"store" "bytea",
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "manifests_organization_manifest_unique" UNIQUE("organization_id","manifest_id")
);
--> statement-breakpoint
CREATE TABLE "soft_bindings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"manifest_row" uuid NOT NULL,
	"algorithm" varchar(200) NOT NULL,
	"value" varchar(2000) NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "soft_bindings_manifest_unique" UNIQUE("manifest_row","algorithm","value")
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"email" varchar(255) NOT NULL,
	"role" varchar(20) NOT NULL,
	"token_hash" varchar(64) NOT NULL,
	"invited_by" uuid,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invitations_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "invitations_role_known" CHECK ("invitations"."role" in ('owner', 'admin', 'editor', 'verifier', 'viewer'))
);
--> statement-breakpoint
CREATE TABLE "organization_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"public_key" "bytea" NOT NULL,
	"private_key_sealed" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"retired_at" timestamp (3) with time zone,
	CONSTRAINT "organization_keys_organization_version_unique" UNIQUE("organization_id","version")
);
--> statement-breakpoint
CREATE TABLE "organization_members" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" varchar(20) NOT NULL,
	"invited_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "organization_members_organization_user_unique" UNIQUE("organization_id","user_id"),
	CONSTRAINT "organization_members_role_known" CHECK ("organization_members"."role" in ('owner', 'admin', 'editor', 'verifier', 'viewer'))
);
--> statement-breakpoint
CREATE TABLE "organizations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"name" varchar(255) NOT NULL,
	"slug" varchar(255) NOT NULL,
	"description" text,
	"logo_url" varchar(500),
	"plan" varchar(50) DEFAULT 'free' NOT NULL,
	"effective_plan" varchar(50) DEFAULT 'free' NOT NULL,
	"master_key_ref" varchar(255) NOT NULL,
	"max_users" integer,
	"max_assets" integer,
	"max_verifications_per_day" integer,
	"custom_limits" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"is_personal" boolean DEFAULT false NOT NULL,
	"public_verification" boolean DEFAULT true NOT NULL,
	"public_asset_ids" boolean DEFAULT false NOT NULL,
	"retention_days" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone,
	CONSTRAINT "organizations_slug_unique" UNIQUE("slug"),
	CONSTRAINT "organizations_plan_known" CHECK ("organizations"."plan" in ('free', 'pro', 'enterprise')),
	CONSTRAINT "organizations_effective_plan_known" CHECK ("organizations"."effective_plan" in ('free', 'pro', 'enterprise'))
);
--> statement-breakpoint
CREATE TABLE "daily_uses" (
	"principal" varchar(100) NOT NULL,
	"day" date NOT NULL,
	"verifications" integer DEFAULT 0 NOT NULL,
	"uploads" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "daily_uses_pkey" PRIMARY KEY("principal","day")
);
--> statement-breakpoint
CREATE TABLE "quota_limits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"period_start" date NOT NULL,
	"period_end" date NOT NULL,
	"uploads_count" integer DEFAULT 0 NOT NULL,
	"verifications_count" integer DEFAULT 0 NOT NULL,
	"storage_used_bytes" bigint DEFAULT 0 NOT NULL,
	"uploads_limit" integer NOT NULL,
	"verifications_limit" integer NOT NULL,
	"storage_limit_bytes" bigint NOT NULL,
	"quota_exceeded" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone,
	CONSTRAINT "quota_limits_organization_period_unique" UNIQUE("organization_id","period_start")
);
--> statement-breakpoint
CREATE TABLE "quota_notices" (
	"organization_id" uuid NOT NULL,
	"quota" varchar(50) NOT NULL,
	"period" date NOT NULL,
	"event" varchar(50) NOT NULL,
	CONSTRAINT "quota_notices_pkey" PRIMARY KEY("organization_id","quota","period","event")
);
--> statement-breakpoint
CREATE TABLE "database_identity" (
	"id" smallint PRIMARY KEY NOT NULL,
	"database_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "database_identity_single" CHECK ("database_identity"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "job_leases" (
	"job" varchar(50) PRIMARY KEY NOT NULL,
	"owner" varchar(100) NOT NULL,
	"lease_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_walks" (
	"job" varchar(50) PRIMARY KEY NOT NULL,
	"begun_at" timestamp (3) with time zone NOT NULL,
	"after" varchar(100)
);
--> statement-breakpoint
CREATE TABLE "wanted_embedding" (
	"id" smallint PRIMARY KEY NOT NULL,
	"model" varchar(100) NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "wanted_embedding_single" CHECK ("wanted_embedding"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "transparency_anchors" (
	"log_id" smallint NOT NULL,
	"tree_size" bigint NOT NULL,
	"ledger_id" varchar(64) NOT NULL,
	"network" varchar(50) NOT NULL,
	"is_embedded_ledger" boolean NOT NULL,
	"tx_hash" varchar(256) NOT NULL,
	"tx_bytes" "bytea" NOT NULL,
	"last_valid_block_height" bigint NOT NULL,
	"signed_slot" bigint NOT NULL,
	"status" varchar(50) DEFAULT 'pending' NOT NULL,
	"block_height" bigint,
	"anchored_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "transparency_anchors_log_id_ledger_id_tree_size_pk" PRIMARY KEY("log_id","ledger_id","tree_size"),
	CONSTRAINT "transparency_anchors_tx_hash_unique" UNIQUE("tx_hash"),
	CONSTRAINT "transparency_anchors_status_known" CHECK ("transparency_anchors"."status" in ('pending', 'confirmed', 'finalized'))
);
--> statement-breakpoint
CREATE TABLE "transparency_checkpoints" (
	"log_id" smallint NOT NULL,
	"tree_size" bigint NOT NULL,
	"root_hash" "bytea" NOT NULL,
	"note" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "transparency_checkpoints_log_id_tree_size_pk" PRIMARY KEY("log_id","tree_size")
);
--> statement-breakpoint
CREATE TABLE "transparency_cosignatures" (
	"log_id" smallint NOT NULL,
	"tree_size" bigint NOT NULL,
	"witness" varchar(400) NOT NULL,
	"line" text NOT NULL,
	"cosigned_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "transparency_cosignatures_log_id_tree_size_witness_pk" PRIMARY KEY("log_id","tree_size","witness")
);
--> statement-breakpoint
CREATE TABLE "transparency_leaves" (
	"id" uuid PRIMARY KEY NOT NULL,
	"leaf_index" bigint,
	"entry" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "transparency_leaves_leaf_index_unique" UNIQUE("leaf_index")
);
--> statement-breakpoint
CREATE TABLE "transparency_log" (
	"id" smallint PRIMARY KEY NOT NULL,
	"origin" varchar(255) NOT NULL,
	"public_key" "bytea" NOT NULL,
	"private_key_sealed" "bytea" NOT NULL,
	"tree_size" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "transparency_log_numbered" CHECK ("transparency_log"."id" >= 1)
);
--> statement-breakpoint
CREATE TABLE "transparency_tiles" (
	"level" smallint NOT NULL,
	"tile_index" bigint NOT NULL,
	"hashes" "bytea" NOT NULL,
	CONSTRAINT "transparency_tiles_level_tile_index_pk" PRIMARY KEY("level","tile_index")
);
--> statement-breakpoint
CREATE TABLE "transparency_timestamps" (
	"log_id" smallint NOT NULL,
	"tree_size" bigint NOT NULL,
	"authority" text NOT NULL,
	"response" "bytea" NOT NULL,
	"stamped_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "transparency_timestamps_log_id_tree_size_pk" PRIMARY KEY("log_id","tree_size")
);
--> statement-breakpoint
CREATE TABLE "asset_checks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"asset_id" uuid NOT NULL,
	"checker" varchar(100) NOT NULL,
	"picture" varchar(64) NOT NULL,
	"is_exact" boolean NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deferred_verifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"request" jsonb,
	"in_bulk" boolean DEFAULT false NOT NULL,
	"picture_sealed" "bytea",
	"failure" jsonb,
	"attempts" integer DEFAULT 0 NOT NULL,
	"lease_owner" varchar(100),
	"lease_until" timestamp (3) with time zone,
	"lease_number" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "deferred_verifications_ended" CHECK (("deferred_verifications"."failure" is null) = ("deferred_verifications"."picture_sealed" is not null))
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"verification_id" uuid NOT NULL,
	"user_id" uuid,
	"reason" varchar(20) NOT NULL,
	"comment" text,
	"expected_verdict" varchar(50),
	"status" varchar(20) DEFAULT 'open' NOT NULL,
	"corrected_verdict" varchar(50),
	"note" text,
	"picture_sealed" "bytea",
	"picture_size_bytes" integer,
	"picture_kept_until" timestamp (3) with time zone,
	"picture_removed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"resolved_at" timestamp (3) with time zone,
	CONSTRAINT "disputes_reason_known" CHECK ("disputes"."reason" in ('not_altered', 'altered', 'not_recognised', 'wrong_asset', 'other')),
	CONSTRAINT "disputes_expected_known" CHECK ("disputes"."expected_verdict" in ('authentic', 'forged', 'unknown')),
	CONSTRAINT "disputes_status_known" CHECK ("disputes"."status" in ('open', 'upheld', 'overturned', 'unclear')),
	CONSTRAINT "disputes_corrected_known" CHECK ("disputes"."corrected_verdict" in ('authentic', 'forged', 'unknown')),
	CONSTRAINT "disputes_overturned" CHECK (("disputes"."status" = 'overturned') = ("disputes"."corrected_verdict" is not null)),
	CONSTRAINT "disputes_resolved" CHECK (("disputes"."status" = 'open') = ("disputes"."resolved_at" is null))
);
--> statement-breakpoint
CREATE TABLE "share_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"asset_id" uuid,
	"verification_id" uuid,
	"token_hash" varchar(64) NOT NULL,
	"created_by" uuid,
	"expires_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "share_links_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "share_links_one_target" CHECK (num_nonnulls("share_links"."asset_id", "share_links"."verification_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "stored_submissions" (
	"verification_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"picture_sealed" "bytea" NOT NULL,
	"map_sealed" "bytea",
	"presence_sealed" "bytea",
	"kept_until" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "verification_logs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"api_key_id" uuid,
	"organization_id" uuid,
	"verified_asset_id" uuid,
	"batch_id" uuid,
	"source_image_hash" varchar(256) NOT NULL,
	"source_image_size_bytes" bigint NOT NULL,
	"verdict" varchar(50) NOT NULL,
	"confidence" double precision NOT NULL,
	"watermark_detected" boolean NOT NULL,
	"watermark_confidence" double precision NOT NULL,
	"fingerprint_match_found" boolean NOT NULL,
	"fingerprint_similarity" double precision NOT NULL,
	"blockchain_verified" boolean NOT NULL,
	"processing_time_ms" integer NOT NULL,
	"model_version" varchar(100) NOT NULL,
	"requester_ip" varchar(45),
	"address_shortened" boolean DEFAULT false NOT NULL,
	"user_agent" text,
	"evidence" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "verification_logs_verdict_known" CHECK ("verification_logs"."verdict" in ('authentic', 'forged', 'unknown'))
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_logins" ADD CONSTRAINT "device_logins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_verifications" ADD CONSTRAINT "email_verifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assets" ADD CONSTRAINT "assets_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- DEFERRABLE by hand: a user's own organization, and with it the user's assets there, goes in the same statement.
ALTER TABLE "assets" ADD CONSTRAINT "assets_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "provenance" ADD CONSTRAINT "provenance_asset_id_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."assets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provenance" ADD CONSTRAINT "provenance_parent_asset_id_assets_id_fk" FOREIGN KEY ("parent_asset_id") REFERENCES "public"."assets"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipient_copies" ADD CONSTRAINT "recipient_copies_asset_id_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."assets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipient_copies" ADD CONSTRAINT "recipient_copies_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watermark_tracks" ADD CONSTRAINT "watermark_tracks_asset_id_watermarks_asset_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."watermarks"("asset_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watermarks" ADD CONSTRAINT "watermarks_asset_id_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."assets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "archives" ADD CONSTRAINT "archives_asset_id_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."assets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_encryption_keys" ADD CONSTRAINT "organization_encryption_keys_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "published_blocks" ADD CONSTRAINT "published_blocks_file_id_published_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."published_files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "published_files" ADD CONSTRAINT "published_files_asset_id_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."assets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_delivery_attempts" ADD CONSTRAINT "webhook_delivery_attempts_delivery_id_webhook_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."webhook_deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fingerprint_matches" ADD CONSTRAINT "fingerprint_matches_source_fingerprint_id_fingerprints_id_fk" FOREIGN KEY ("source_fingerprint_id") REFERENCES "public"."fingerprints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fingerprint_matches" ADD CONSTRAINT "fingerprint_matches_target_fingerprint_id_fingerprints_id_fk" FOREIGN KEY ("target_fingerprint_id") REFERENCES "public"."fingerprints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fingerprint_matches" ADD CONSTRAINT "fingerprint_matches_target_asset_id_assets_id_fk" FOREIGN KEY ("target_asset_id") REFERENCES "public"."assets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fingerprint_work" ADD CONSTRAINT "fingerprint_work_asset_id_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."assets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fingerprints" ADD CONSTRAINT "fingerprints_asset_id_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."assets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_files" ADD CONSTRAINT "import_files_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commitments" ADD CONSTRAINT "commitments_asset_id_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."assets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commitments" ADD CONSTRAINT "commitments_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "local_features" ADD CONSTRAINT "local_features_asset_id_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."assets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "manifests" ADD CONSTRAINT "manifests_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "manifests" ADD CONSTRAINT "manifests_asset_id_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."assets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "manifests" ADD CONSTRAINT "manifests_copy_id_recipient_copies_id_fk" FOREIGN KEY ("copy_id") REFERENCES "public"."recipient_copies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "manifests" ADD CONSTRAINT "manifests_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "soft_bindings" ADD CONSTRAINT "soft_bindings_manifest_row_manifests_id_fk" FOREIGN KEY ("manifest_row") REFERENCES "public"."manifests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_keys" ADD CONSTRAINT "organization_keys_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_members" ADD CONSTRAINT "organization_members_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_members" ADD CONSTRAINT "organization_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_members" ADD CONSTRAINT "organization_members_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quota_limits" ADD CONSTRAINT "quota_limits_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quota_notices" ADD CONSTRAINT "quota_notices_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transparency_anchors" ADD CONSTRAINT "transparency_anchors_checkpoint_fk" FOREIGN KEY ("log_id","tree_size") REFERENCES "public"."transparency_checkpoints"("log_id","tree_size") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transparency_checkpoints" ADD CONSTRAINT "transparency_checkpoints_log_id_transparency_log_id_fk" FOREIGN KEY ("log_id") REFERENCES "public"."transparency_log"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transparency_cosignatures" ADD CONSTRAINT "transparency_cosignatures_checkpoint_fk" FOREIGN KEY ("log_id","tree_size") REFERENCES "public"."transparency_checkpoints"("log_id","tree_size") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transparency_timestamps" ADD CONSTRAINT "transparency_timestamps_checkpoint_fk" FOREIGN KEY ("log_id","tree_size") REFERENCES "public"."transparency_checkpoints"("log_id","tree_size") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "asset_checks" ADD CONSTRAINT "asset_checks_asset_id_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."assets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deferred_verifications" ADD CONSTRAINT "deferred_verifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deferred_verifications" ADD CONSTRAINT "deferred_verifications_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_verification_id_verification_logs_id_fk" FOREIGN KEY ("verification_id") REFERENCES "public"."verification_logs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_links" ADD CONSTRAINT "share_links_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_links" ADD CONSTRAINT "share_links_asset_id_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."assets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_links" ADD CONSTRAINT "share_links_verification_id_verification_logs_id_fk" FOREIGN KEY ("verification_id") REFERENCES "public"."verification_logs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_links" ADD CONSTRAINT "share_links_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stored_submissions" ADD CONSTRAINT "stored_submissions_verification_id_verification_logs_id_fk" FOREIGN KEY ("verification_id") REFERENCES "public"."verification_logs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stored_submissions" ADD CONSTRAINT "stored_submissions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_logs" ADD CONSTRAINT "verification_logs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_logs" ADD CONSTRAINT "verification_logs_api_key_id_api_keys_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_keys"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_logs" ADD CONSTRAINT "verification_logs_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_logs" ADD CONSTRAINT "verification_logs_verified_asset_id_assets_id_fk" FOREIGN KEY ("verified_asset_id") REFERENCES "public"."assets"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_keys_organization" ON "api_keys" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "api_keys_user" ON "api_keys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "api_keys_revoked" ON "api_keys" USING btree ("revoked_at") WHERE "api_keys"."revoked_at" is not null;--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_expiry" ON "idempotency_keys" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "device_logins_user" ON "device_logins" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "device_logins_expiry" ON "device_logins" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "email_verifications_user" ON "email_verifications" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "email_verifications_expiry" ON "email_verifications" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "identities_user" ON "identities" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "refresh_tokens_session" ON "refresh_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_end" ON "sessions" USING btree (least("expires_at", "revoked_at"));--> statement-breakpoint
CREATE INDEX "assets_organization_created" ON "assets" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "assets_content_hash" ON "assets" USING btree ("content_hash");--> statement-breakpoint
CREATE INDEX "assets_watermarked_content_hash" ON "assets" USING btree ("watermarked_content_hash");--> statement-breakpoint
CREATE INDEX "assets_earlier_deliveries" ON "assets" USING gin ("earlier_deliveries" jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "assets_created_by" ON "assets" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "assets_unfinished" ON "assets" USING btree ("organization_id","in_bulk",coalesce("lease_until", "created_at"),"id") WHERE "assets"."processing_status" in ('pending', 'processing');--> statement-breakpoint
CREATE INDEX "assets_failed" ON "assets" USING btree ("updated_at") WHERE "assets"."processing_status" = 'failed';--> statement-breakpoint
CREATE INDEX "assets_lease" ON "assets" USING btree ("lease_until") WHERE "assets"."lease_until" is not null;--> statement-breakpoint
CREATE INDEX "assets_request_key" ON "assets" USING btree ("request_key");--> statement-breakpoint
CREATE INDEX "assets_former_files" ON "assets" USING btree ("former_files_since") WHERE "assets"."former_files_since" is not null;--> statement-breakpoint
CREATE INDEX "assets_tags" ON "assets" USING gin ("tags_folded");--> statement-breakpoint
CREATE INDEX "assets_search" ON "assets" USING gin ("search_terms");--> statement-breakpoint
CREATE INDEX "provenance_asset" ON "provenance" USING btree ("asset_id","created_at");--> statement-breakpoint
CREATE INDEX "provenance_parent" ON "provenance" USING btree ("parent_asset_id");--> statement-breakpoint
CREATE INDEX "provenance_unsigned" ON "provenance" USING btree ("created_at") WHERE "provenance"."signature" is null;--> statement-breakpoint
CREATE INDEX "recipient_copies_asset" ON "recipient_copies" USING btree ("asset_id");--> statement-breakpoint
CREATE INDEX "recipient_copies_content_hash" ON "recipient_copies" USING btree ("content_hash");--> statement-breakpoint
CREATE INDEX "archives_checked" ON "archives" USING btree ("checked_at");--> statement-breakpoint
CREATE INDEX "pins_due" ON "pins" USING btree ("next_attempt_at");--> statement-breakpoint
CREATE INDEX "published_blocks_cid" ON "published_blocks" USING btree ("cid");--> statement-breakpoint
CREATE INDEX "published_files_root" ON "published_files" USING btree ("root_cid");--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("status","next_attempt_at");--> statement-breakpoint
CREATE INDEX "mails_ended" ON "mails" USING btree ("status","ended_at");--> statement-breakpoint
CREATE INDEX "outbox_waiting" ON "outbox" USING btree ("dispatched_at","created_at");--> statement-breakpoint
CREATE INDEX "outbox_organization" ON "outbox" USING btree ("organization_id","timestamp");--> statement-breakpoint
CREATE INDEX "outbox_dispatched" ON "outbox" USING btree ("created_at") WHERE "outbox"."dispatched_at" is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("status","next_attempt_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_created" ON "webhook_deliveries" USING btree ("webhook_id","created_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_ended" ON "webhook_deliveries" USING btree ("created_at") WHERE "webhook_deliveries"."status" in ('delivered', 'failed');--> statement-breakpoint
CREATE INDEX "webhooks_organization" ON "webhooks" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "fingerprint_matches_target" ON "fingerprint_matches" USING btree ("target_fingerprint_id");--> statement-breakpoint
CREATE INDEX "fingerprint_matches_target_asset" ON "fingerprint_matches" USING btree ("target_asset_id");--> statement-breakpoint
CREATE INDEX "fingerprint_work_todo" ON "fingerprint_work" USING btree ("todo","again","asset_id");--> statement-breakpoint
CREATE INDEX "fingerprints_model" ON "fingerprints" USING btree ("embedding_model","asset_id");--> statement-breakpoint
CREATE INDEX "import_files_state" ON "import_files" USING btree ("import_id","state","index");--> statement-breakpoint
CREATE INDEX "imports_organization" ON "imports" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "imports_user" ON "imports" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "imports_state" ON "imports" USING btree ("state");--> statement-breakpoint
CREATE INDEX "imports_ended" ON "imports" USING btree ("ended_at") WHERE "imports"."ended_at" is not null;--> statement-breakpoint
CREATE INDEX "commitments_asset" ON "commitments" USING btree ("asset_id");--> statement-breakpoint
CREATE INDEX "commitments_organization" ON "commitments" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "commitments_status" ON "commitments" USING btree ("confirmation_status","lease_until");--> statement-breakpoint
CREATE INDEX "manifests_manifest" ON "manifests" USING btree ("manifest_id");--> statement-breakpoint
CREATE INDEX "manifests_asset" ON "manifests" USING btree ("asset_id");--> statement-breakpoint
CREATE INDEX "manifests_copy" ON "manifests" USING btree ("copy_id");--> statement-breakpoint
CREATE INDEX "soft_bindings_value" ON "soft_bindings" USING btree ("algorithm","value");--> statement-breakpoint
CREATE INDEX "invitations_organization" ON "invitations" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "invitations_end" ON "invitations" USING btree (least("expires_at", "accepted_at", "revoked_at"));--> statement-breakpoint
CREATE INDEX "organization_members_user" ON "organization_members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "organizations_owner" ON "organizations" USING btree ("owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "organizations_one_personal" ON "organizations" USING btree ("owner_id") WHERE "organizations"."is_personal";--> statement-breakpoint
CREATE INDEX "daily_uses_addresses" ON "daily_uses" USING btree ("day") WHERE "daily_uses"."principal" like 'ip:%';--> statement-breakpoint
CREATE INDEX "daily_uses_organizations" ON "daily_uses" USING btree ("day") WHERE "daily_uses"."principal" like 'org:%';--> statement-breakpoint
CREATE INDEX "quota_notices_period" ON "quota_notices" USING btree ("period");--> statement-breakpoint
CREATE INDEX "transparency_anchors_size" ON "transparency_anchors" USING btree ("tree_size");--> statement-breakpoint
CREATE INDEX "transparency_cosignatures_witness" ON "transparency_cosignatures" USING btree ("log_id","witness","tree_size");--> statement-breakpoint
CREATE INDEX "transparency_leaves_waiting" ON "transparency_leaves" USING btree ("created_at","id") WHERE "transparency_leaves"."leaf_index" is null;--> statement-breakpoint
CREATE INDEX "asset_checks_asset" ON "asset_checks" USING btree ("asset_id","checked_at");--> statement-breakpoint
CREATE INDEX "asset_checks_checked" ON "asset_checks" USING btree ("checked_at");--> statement-breakpoint
CREATE INDEX "deferred_verifications_waiting" ON "deferred_verifications" USING btree ("organization_id","in_bulk",coalesce("lease_until", "created_at"),"id") WHERE "deferred_verifications"."failure" is null;--> statement-breakpoint
CREATE INDEX "deferred_verifications_user" ON "deferred_verifications" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "deferred_verifications_lease" ON "deferred_verifications" USING btree ("lease_owner") WHERE "deferred_verifications"."lease_owner" is not null;--> statement-breakpoint
CREATE INDEX "deferred_verifications_expiry" ON "deferred_verifications" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "disputes_one_open" ON "disputes" USING btree ("verification_id") WHERE "disputes"."status" = 'open';--> statement-breakpoint
CREATE INDEX "disputes_verification" ON "disputes" USING btree ("verification_id","created_at");--> statement-breakpoint
CREATE INDEX "disputes_status" ON "disputes" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "disputes_user" ON "disputes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "disputes_pictures" ON "disputes" USING btree ("picture_kept_until") WHERE "disputes"."picture_sealed" is not null;--> statement-breakpoint
CREATE INDEX "share_links_asset" ON "share_links" USING btree ("asset_id");--> statement-breakpoint
CREATE INDEX "share_links_verification" ON "share_links" USING btree ("verification_id");--> statement-breakpoint
CREATE INDEX "share_links_organization" ON "share_links" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "share_links_end" ON "share_links" USING btree (least("expires_at", "revoked_at"));--> statement-breakpoint
CREATE INDEX "stored_submissions_kept" ON "stored_submissions" USING btree ("kept_until");--> statement-breakpoint
CREATE INDEX "stored_submissions_user" ON "stored_submissions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "verification_logs_user" ON "verification_logs" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "verification_logs_organization" ON "verification_logs" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "verification_logs_asset" ON "verification_logs" USING btree ("verified_asset_id");--> statement-breakpoint
CREATE INDEX "verification_logs_api_key" ON "verification_logs" USING btree ("api_key_id");--> statement-breakpoint
CREATE INDEX "verification_logs_created" ON "verification_logs" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "verification_logs_whole_addresses" ON "verification_logs" USING btree ((case when not "address_shortened" then "created_at" end)) WHERE "verification_logs"."requester_ip" is not null;--> statement-breakpoint
CREATE INDEX "verification_logs_shortened_addresses" ON "verification_logs" USING btree ((case when "address_shortened" then "created_at" end)) WHERE "verification_logs"."requester_ip" is not null;
--> statement-breakpoint
-- By hand: drizzle-kit does not know triggers. What the logs say once they say for ever; docs/spec/transparency-log.md#append-only
CREATE FUNCTION assay_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is refused: it is append-only', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
-- An entry goes with its organization alone, and only once the head of its log is in the transparency log.
CREATE FUNCTION assay_audit_entry_goes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM organizations WHERE id = OLD.organization_id)
    OR NOT EXISTS (SELECT 1 FROM audit_heads WHERE organization_id = OLD.organization_id AND is_last) THEN
    RAISE EXCEPTION 'DELETE of audit_log is refused: entries go with their organization, after its last head was logged'
      USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END
$$;
--> statement-breakpoint
-- A leaf gets its place, once.
CREATE FUNCTION assay_leaf_is_placed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.leaf_index IS NULL AND NEW.id = OLD.id AND NEW.entry = OLD.entry AND NEW.created_at = OLD.created_at THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'UPDATE of transparency_leaves is refused: an entry and its place stay' USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
-- A tile grows at its end.
CREATE FUNCTION assay_tile_grows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.level = OLD.level AND NEW.tile_index = OLD.tile_index
    AND substr(NEW.hashes, 1, length(OLD.hashes)) = OLD.hashes THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'UPDATE of transparency_tiles is refused: hashes stay' USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
-- A log grows; its key may be sealed anew.
CREATE FUNCTION assay_log_grows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.id = OLD.id AND NEW.origin = OLD.origin AND NEW.public_key = OLD.public_key
    AND NEW.tree_size >= OLD.tree_size AND NEW.created_at = OLD.created_at THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'UPDATE of transparency_log is refused: name and key stay, and it never shrinks'
    USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
-- An anchor goes its way to the ledger; a final one stays as it is.
CREATE FUNCTION assay_anchor_advances() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> 'finalized' AND NEW.log_id = OLD.log_id AND NEW.tree_size = OLD.tree_size
    AND NEW.ledger_id = OLD.ledger_id AND NEW.created_at = OLD.created_at THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'UPDATE of transparency_anchors is refused: what is final stays' USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER append_only_update BEFORE UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION assay_refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only_delete BEFORE DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION assay_audit_entry_goes();
--> statement-breakpoint
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION assay_refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only_update BEFORE UPDATE ON audit_heads FOR EACH ROW EXECUTE FUNCTION assay_refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only_delete BEFORE DELETE ON audit_heads FOR EACH ROW EXECUTE FUNCTION assay_refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON audit_heads FOR EACH STATEMENT EXECUTE FUNCTION assay_refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only_update BEFORE UPDATE ON transparency_leaves FOR EACH ROW EXECUTE FUNCTION assay_leaf_is_placed();
--> statement-breakpoint
CREATE TRIGGER append_only_delete BEFORE DELETE ON transparency_leaves FOR EACH ROW EXECUTE FUNCTION assay_refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON transparency_leaves FOR EACH STATEMENT EXECUTE FUNCTION assay_refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only_update BEFORE UPDATE ON transparency_tiles FOR EACH ROW EXECUTE FUNCTION assay_tile_grows();
--> statement-breakpoint
CREATE TRIGGER append_only_delete BEFORE DELETE ON transparency_tiles FOR EACH ROW EXECUTE FUNCTION assay_refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON transparency_tiles FOR EACH STATEMENT EXECUTE FUNCTION assay_refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only_update BEFORE UPDATE ON transparency_log FOR EACH ROW EXECUTE FUNCTION assay_log_grows();
--> statement-breakpoint
CREATE TRIGGER append_only_delete BEFORE DELETE ON transparency_log FOR EACH ROW EXECUTE FUNCTION assay_refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON transparency_log FOR EACH STATEMENT EXECUTE FUNCTION assay_refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only_update BEFORE UPDATE ON transparency_checkpoints FOR EACH ROW EXECUTE FUNCTION assay_refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only_delete BEFORE DELETE ON transparency_checkpoints FOR EACH ROW EXECUTE FUNCTION assay_refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON transparency_checkpoints FOR EACH STATEMENT EXECUTE FUNCTION assay_refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only_update BEFORE UPDATE ON transparency_cosignatures FOR EACH ROW EXECUTE FUNCTION assay_refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only_delete BEFORE DELETE ON transparency_cosignatures FOR EACH ROW EXECUTE FUNCTION assay_refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON transparency_cosignatures FOR EACH STATEMENT EXECUTE FUNCTION assay_refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only_update BEFORE UPDATE ON transparency_anchors FOR EACH ROW EXECUTE FUNCTION assay_anchor_advances();
--> statement-breakpoint
CREATE TRIGGER append_only_delete BEFORE DELETE ON transparency_anchors FOR EACH ROW EXECUTE FUNCTION assay_refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON transparency_anchors FOR EACH STATEMENT EXECUTE FUNCTION assay_refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only_update BEFORE UPDATE ON transparency_timestamps FOR EACH ROW EXECUTE FUNCTION assay_refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only_delete BEFORE DELETE ON transparency_timestamps FOR EACH ROW EXECUTE FUNCTION assay_refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON transparency_timestamps FOR EACH STATEMENT EXECUTE FUNCTION assay_refuse_change();
