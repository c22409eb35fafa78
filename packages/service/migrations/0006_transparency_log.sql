CREATE TABLE "transparency_anchors" (
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
	CONSTRAINT "transparency_anchors_ledger_id_tree_size_pk" PRIMARY KEY("ledger_id","tree_size"),
	CONSTRAINT "transparency_anchors_tx_hash_unique" UNIQUE("tx_hash"),
	CONSTRAINT "transparency_anchors_status_known" CHECK ("transparency_anchors"."status" in ('pending', 'confirmed', 'finalized'))
);
--> statement-breakpoint
CREATE TABLE "transparency_checkpoints" (
	"tree_size" bigint PRIMARY KEY NOT NULL,
	"root_hash" "bytea" NOT NULL,
	"note" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
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
	CONSTRAINT "transparency_log_single" CHECK ("transparency_log"."id" = 1)
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
	"tree_size" bigint PRIMARY KEY NOT NULL,
	"authority" text NOT NULL,
	"response" "bytea" NOT NULL,
	"stamped_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "transparency_anchors" ADD CONSTRAINT "transparency_anchors_tree_size_transparency_checkpoints_tree_size_fk" FOREIGN KEY ("tree_size") REFERENCES "public"."transparency_checkpoints"("tree_size") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transparency_timestamps" ADD CONSTRAINT "transparency_timestamps_tree_size_transparency_checkpoints_tree_size_fk" FOREIGN KEY ("tree_size") REFERENCES "public"."transparency_checkpoints"("tree_size") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "transparency_anchors_size" ON "transparency_anchors" USING btree ("tree_size");--> statement-breakpoint
CREATE INDEX "transparency_leaves_waiting" ON "transparency_leaves" USING btree ("created_at","id") WHERE "transparency_leaves"."leaf_index" is null;