CREATE TABLE "local_features" (
	"asset_id" uuid PRIMARY KEY NOT NULL,
	"features" "bytea" NOT NULL,
	"record" "bytea" NOT NULL,
	"sequence" bigserial NOT NULL,
	CONSTRAINT "local_features_sequence_unique" UNIQUE("sequence")
);
--> statement-breakpoint
ALTER TABLE "local_features" ADD CONSTRAINT "local_features_asset_id_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."assets"("id") ON DELETE cascade ON UPDATE no action;