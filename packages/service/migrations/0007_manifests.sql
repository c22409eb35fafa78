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
ALTER TABLE "manifests" ADD CONSTRAINT "manifests_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "manifests" ADD CONSTRAINT "manifests_asset_id_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."assets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "manifests" ADD CONSTRAINT "manifests_copy_id_recipient_copies_id_fk" FOREIGN KEY ("copy_id") REFERENCES "public"."recipient_copies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "manifests" ADD CONSTRAINT "manifests_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "soft_bindings" ADD CONSTRAINT "soft_bindings_manifest_row_manifests_id_fk" FOREIGN KEY ("manifest_row") REFERENCES "public"."manifests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "manifests_manifest" ON "manifests" USING btree ("manifest_id");--> statement-breakpoint
CREATE INDEX "manifests_asset" ON "manifests" USING btree ("asset_id");--> statement-breakpoint
CREATE INDEX "manifests_copy" ON "manifests" USING btree ("copy_id");--> statement-breakpoint
CREATE INDEX "soft_bindings_value" ON "soft_bindings" USING btree ("algorithm","value");