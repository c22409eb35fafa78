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
ALTER TABLE "stored_submissions" ADD CONSTRAINT "stored_submissions_verification_id_verification_logs_id_fk" FOREIGN KEY ("verification_id") REFERENCES "public"."verification_logs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stored_submissions" ADD CONSTRAINT "stored_submissions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stored_submissions_kept" ON "stored_submissions" USING btree ("kept_until");--> statement-breakpoint
CREATE INDEX "stored_submissions_user" ON "stored_submissions" USING btree ("user_id");