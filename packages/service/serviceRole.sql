-- Gives the role of the service what it needs and no more: it owns nothing, so it can neither change a table nor switch its
-- triggers off, and of what is append-only it may change no column that is to stay. docs/guides/logs.md
--
-- Run it as the owner of the tables, after each `assay migrate`; a second run does no harm:
--
--     psql "$OWNER_URL" -v ON_ERROR_STOP=1 -v role=assay_service -f serviceRole.sql
BEGIN;

SELECT set_config('assay.role', :'role', true);

DO $$
DECLARE
  service text := current_setting('assay.role');
BEGIN
  IF (SELECT rolsuper FROM pg_roles WHERE rolname = service) THEN
    RAISE EXCEPTION '% is a superuser: no grant binds it. Make another role.', service;
  END IF;
  IF EXISTS (SELECT 1 FROM pg_class
    WHERE relnamespace IN ('public'::regnamespace, 'drizzle'::regnamespace) AND pg_has_role(service, relowner, 'MEMBER')) THEN
    RAISE EXCEPTION '% owns tables, or may act as their owner: let another role run `assay migrate`.', service;
  END IF;
END
$$;

REVOKE ALL ON ALL TABLES IN SCHEMA public, drizzle FROM :"role", PUBLIC;
REVOKE ALL ON ALL TABLES IN SCHEMA assay_search FROM :"role", PUBLIC;
REVOKE CREATE ON SCHEMA public, drizzle, assay_search FROM :"role", PUBLIC;
GRANT USAGE ON SCHEMA public, drizzle, assay_search TO :"role";
-- Triggers write it, as the owner.
GRANT SELECT ON ALL TABLES IN SCHEMA assay_search TO :"role";
GRANT SELECT ON ALL TABLES IN SCHEMA drizzle TO :"role";
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO :"role";
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO :"role";

-- Entries of an organization that is deleted go by the foreign key, which acts as the owner.
REVOKE UPDATE, DELETE ON audit_log, audit_heads, transparency_log, transparency_leaves, transparency_tiles,
  transparency_checkpoints, transparency_cosignatures, transparency_anchors, transparency_timestamps FROM :"role";
GRANT UPDATE (tree_size, private_key_sealed) ON transparency_log TO :"role";
GRANT UPDATE (leaf_index) ON transparency_leaves TO :"role";
GRANT UPDATE (hashes) ON transparency_tiles TO :"role";
GRANT UPDATE (tx_hash, tx_bytes, last_valid_block_height, signed_slot, status, block_height, anchored_at, attempts, last_error)
  ON transparency_anchors TO :"role";

COMMIT;
