-- By hand: drizzle-kit does not know triggers. What the logs say once they say for ever; docs/spec/transparency-log.md#append-only
CREATE FUNCTION assay_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is refused: it is append-only', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
-- An entry goes with its organization alone, and only once the head of its log is in the transparency log.
CREATE FUNCTION assay_audit_entry_goes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM organizations WHERE id = OLD.organization_id)
    OR NOT EXISTS (SELECT 1 FROM audit_heads WHERE organization_id = OLD.organization_id AND is_last) THEN
    RAISE EXCEPTION 'DELETE of audit_log is refused: entries go with their organization, after its last head was logged'
      USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END
$$;
--> statement-breakpoint
-- A leaf gets its place, once.
CREATE FUNCTION assay_leaf_is_placed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.leaf_index IS NULL AND NEW.id = OLD.id AND NEW.entry = OLD.entry AND NEW.created_at = OLD.created_at THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'UPDATE of transparency_leaves is refused: an entry and its place stay' USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
-- A tile grows at its end.
CREATE FUNCTION assay_tile_grows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.level = OLD.level AND NEW.tile_index = OLD.tile_index
    AND substr(NEW.hashes, 1, length(OLD.hashes)) = OLD.hashes THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'UPDATE of transparency_tiles is refused: hashes stay' USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
-- A log grows; its key may be sealed anew.
CREATE FUNCTION assay_log_grows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.id = OLD.id AND NEW.origin = OLD.origin AND NEW.public_key = OLD.public_key
    AND NEW.tree_size >= OLD.tree_size AND NEW.created_at = OLD.created_at THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'UPDATE of transparency_log is refused: name and key stay, and it never shrinks'
    USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
-- An anchor goes its way to the ledger; a final one stays as it is.
CREATE FUNCTION assay_anchor_advances() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> 'finalized' AND NEW.log_id = OLD.log_id AND NEW.tree_size = OLD.tree_size
    AND NEW.ledger_id = OLD.ledger_id AND NEW.created_at = OLD.created_at THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'UPDATE of transparency_anchors is refused: what is final stays' USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER append_only_update BEFORE UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION assay_refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only_delete BEFORE DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION assay_audit_entry_goes();
--> statement-breakpoint
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION assay_refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only_update BEFORE UPDATE ON audit_heads FOR EACH ROW EXECUTE FUNCTION assay_refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only_delete BEFORE DELETE ON audit_heads FOR EACH ROW EXECUTE FUNCTION assay_refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON audit_heads FOR EACH STATEMENT EXECUTE FUNCTION assay_refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only_update BEFORE UPDATE ON transparency_leaves FOR EACH ROW EXECUTE FUNCTION assay_leaf_is_placed();
--> statement-breakpoint
CREATE TRIGGER append_only_delete BEFORE DELETE ON transparency_leaves FOR EACH ROW EXECUTE FUNCTION assay_refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON transparency_leaves FOR EACH STATEMENT EXECUTE FUNCTION assay_refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only_update BEFORE UPDATE ON transparency_tiles FOR EACH ROW EXECUTE FUNCTION assay_tile_grows();
--> statement-breakpoint
CREATE TRIGGER append_only_delete BEFORE DELETE ON transparency_tiles FOR EACH ROW EXECUTE FUNCTION assay_refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON transparency_tiles FOR EACH STATEMENT EXECUTE FUNCTION assay_refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only_update BEFORE UPDATE ON transparency_log FOR EACH ROW EXECUTE FUNCTION assay_log_grows();
--> statement-breakpoint
CREATE TRIGGER append_only_delete BEFORE DELETE ON transparency_log FOR EACH ROW EXECUTE FUNCTION assay_refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON transparency_log FOR EACH STATEMENT EXECUTE FUNCTION assay_refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only_update BEFORE UPDATE ON transparency_checkpoints FOR EACH ROW EXECUTE FUNCTION assay_refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only_delete BEFORE DELETE ON transparency_checkpoints FOR EACH ROW EXECUTE FUNCTION assay_refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON transparency_checkpoints FOR EACH STATEMENT EXECUTE FUNCTION assay_refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only_update BEFORE UPDATE ON transparency_cosignatures FOR EACH ROW EXECUTE FUNCTION assay_refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only_delete BEFORE DELETE ON transparency_cosignatures FOR EACH ROW EXECUTE FUNCTION assay_refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON transparency_cosignatures FOR EACH STATEMENT EXECUTE FUNCTION assay_refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only_update BEFORE UPDATE ON transparency_anchors FOR EACH ROW EXECUTE FUNCTION assay_anchor_advances();
--> statement-breakpoint
CREATE TRIGGER append_only_delete BEFORE DELETE ON transparency_anchors FOR EACH ROW EXECUTE FUNCTION assay_refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON transparency_anchors FOR EACH STATEMENT EXECUTE FUNCTION assay_refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only_update BEFORE UPDATE ON transparency_timestamps FOR EACH ROW EXECUTE FUNCTION assay_refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only_delete BEFORE DELETE ON transparency_timestamps FOR EACH ROW EXECUTE FUNCTION assay_refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON transparency_timestamps FOR EACH STATEMENT EXECUTE FUNCTION assay_refuse_change();
