ALTER TABLE "provenance" ADD COLUMN "signature_key_version" integer;--> statement-breakpoint
ALTER TABLE "commitments" ADD COLUMN "ledger_id" varchar(64);--> statement-breakpoint
ALTER TABLE "commitments" ADD COLUMN "signed_slot" bigint;--> statement-breakpoint
ALTER TABLE "commitments" ADD COLUMN "last_valid_block_height" bigint;--> statement-breakpoint
ALTER TABLE "commitments" ADD COLUMN "metadata" jsonb;--> statement-breakpoint
ALTER TABLE "commitments" ADD COLUMN "log_index" bigint;--> statement-breakpoint
CREATE INDEX "provenance_unsigned" ON "provenance" USING btree ("created_at") WHERE "provenance"."signature" is null;