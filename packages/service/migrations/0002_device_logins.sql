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
ALTER TABLE "device_logins" ADD CONSTRAINT "device_logins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_logins_user" ON "device_logins" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "device_logins_expiry" ON "device_logins" USING btree ("expires_at");