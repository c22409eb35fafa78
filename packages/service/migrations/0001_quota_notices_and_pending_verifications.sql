CREATE TABLE "pending_verifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"failure" jsonb,
	"lease_until" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
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
ALTER TABLE "pending_verifications" ADD CONSTRAINT "pending_verifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quota_notices" ADD CONSTRAINT "quota_notices_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pending_verifications_expiry" ON "pending_verifications" USING btree ("expires_at");