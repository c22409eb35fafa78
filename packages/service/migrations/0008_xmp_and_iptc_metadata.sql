ALTER TABLE "assets" ADD COLUMN "xmp_metadata" jsonb;--> statement-breakpoint
ALTER TABLE "assets" ADD COLUMN "iptc_metadata" jsonb;