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
ALTER TABLE "assets" ADD COLUMN "encryption_key_version" integer;--> statement-breakpoint
ALTER TABLE "archives" ADD CONSTRAINT "archives_asset_id_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."assets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_encryption_keys" ADD CONSTRAINT "organization_encryption_keys_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "published_blocks" ADD CONSTRAINT "published_blocks_file_id_published_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."published_files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "published_files" ADD CONSTRAINT "published_files_asset_id_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."assets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "archives_checked" ON "archives" USING btree ("checked_at");--> statement-breakpoint
CREATE INDEX "pins_due" ON "pins" USING btree ("next_attempt_at");--> statement-breakpoint
CREATE INDEX "published_blocks_cid" ON "published_blocks" USING btree ("cid");--> statement-breakpoint
CREATE INDEX "published_files_root" ON "published_files" USING btree ("root_cid");