-- CreateTable
CREATE TABLE "audit_entries" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor_kind" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "object_table" TEXT NOT NULL,
    "object_id" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "payload" TEXT,
    "payload_hash" TEXT NOT NULL,
    "erased_at" TIMESTAMPTZ(3),
    "sequence" BIGINT,
    "chain_hash" TEXT,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "audit_entries_sequence_key" ON "audit_entries"("sequence");

-- CreateIndex
CREATE INDEX "audit_entries_at_id_idx" ON "audit_entries"("at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_entries_object_table_object_id_idx" ON "audit_entries"("object_table", "object_id");

-- The job that seals entries reads only those that are not sealed yet.
CREATE INDEX "audit_entries_unsealed_idx" ON "audit_entries"("id") WHERE "sequence" IS NULL;

-- A new value needs a migration that replaces the constraint.
ALTER TABLE "audit_entries"
  ADD CONSTRAINT "audit_entries_actor_kind_check" CHECK ("actor_kind" IN ('operator', 'system', 'database')),
  ADD CONSTRAINT "audit_entries_operation_check" CHECK ("operation" IN ('created', 'edited', 'deleted')),
  ADD CONSTRAINT "audit_entries_sealed_check" CHECK (("sequence" IS NULL) = ("chain_hash" IS NULL)),
  ADD CONSTRAINT "audit_entries_erased_check" CHECK (("payload" IS NULL) = ("erased_at" IS NOT NULL));

-- Adds an entry in the name of the transaction's actor. Without one, a connection of the application acts for the
-- system, and any other connection for its database user.
CREATE FUNCTION "add_audit_entry"(
  changed_table TEXT, changed_id TEXT, before_change JSONB, after_change JSONB, default_action TEXT
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  kind TEXT := "audit_actor_kind"();
  content TEXT := jsonb_build_object(
    'salt', gen_random_uuid(),
    'address', nullif(current_setting('ridgepoint.address', true), ''),
    'before', before_change,
    'after', after_change
  )::text;
BEGIN
  INSERT INTO "audit_entries"
    ("actor_kind", "actor_id", "action", "object_table", "object_id", "operation", "payload", "payload_hash")
  VALUES (
    kind,
    coalesce(
      nullif(current_setting('ridgepoint.actor_id', true), ''),
      CASE kind WHEN 'database' THEN session_user ELSE 'system' END
    ),
    coalesce(nullif(current_setting('ridgepoint.action', true), ''), default_action),
    changed_table,
    changed_id,
    CASE WHEN before_change IS NULL THEN 'created' WHEN after_change IS NULL THEN 'deleted' ELSE 'edited' END,
    content,
    encode(sha256(convert_to(content, 'UTF8')), 'hex')
  );
END $$;

CREATE FUNCTION "audit_actor_kind"() RETURNS TEXT LANGUAGE sql STABLE AS $$
  SELECT coalesce(
    nullif(current_setting('ridgepoint.actor_kind', true), ''),
    CASE WHEN current_setting('application_name') LIKE 'ridgepoint%' THEN 'system' ELSE 'database' END
  )
$$;

-- Records the change of a row. Arguments:
-- 1. columns that identify the object, separated by commas
-- 2. `all`, or `people` for a table whose rows the system derives: its own additions and updates are not recorded
-- 3. columns that are not recorded, separated by commas. A change of only these columns writes no entry
-- 4. optional, for a table whose rows are only added: the column whose highest value is the current row of the object
CREATE FUNCTION "record_change"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  key_columns TEXT[] := string_to_array(TG_ARGV[0], ',');
  omitted TEXT[] := string_to_array(TG_ARGV[2], ',');
  stored JSONB;
  before_change JSONB;
  after_change JSONB;
  is_same_object TEXT;
BEGIN
  IF TG_ARGV[1] = 'people' AND TG_OP <> 'DELETE' AND "audit_actor_kind"() = 'system' THEN RETURN NULL; END IF;
  IF TG_OP <> 'INSERT' THEN stored := to_jsonb(OLD); before_change := stored - omitted; END IF;
  IF TG_OP <> 'DELETE' THEN stored := to_jsonb(NEW); after_change := stored - omitted; END IF;
  IF TG_OP = 'UPDATE' AND before_change = after_change THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' AND TG_NARGS > 3 THEN
    SELECT string_agg(format('one.%1$I::text = $1 ->> %1$L', name), ' AND ') INTO is_same_object
    FROM unnest(key_columns) AS name;
    EXECUTE format(
      'SELECT to_jsonb(one) - $2 FROM %1$I AS one WHERE %2$s AND one.id <> ($1 ->> ''id'')::uuid ORDER BY one.%3$I DESC LIMIT 1',
      TG_TABLE_NAME, is_same_object, TG_ARGV[3]
    ) INTO before_change USING stored, omitted;
  END IF;
  PERFORM "add_audit_entry"(
    TG_TABLE_NAME,
    (SELECT string_agg(stored ->> name, ' ' ORDER BY place) FROM unnest(key_columns) WITH ORDINALITY AS part(name, place)),
    before_change,
    after_change,
    lower(TG_OP)
  );
  RETURN NULL;
END $$;

CREATE TRIGGER "baseline_defaults_audit" AFTER INSERT OR UPDATE OR DELETE ON "baseline_defaults"
  FOR EACH ROW EXECUTE FUNCTION "record_change"('deployment_id', 'all', '', 'since');
CREATE TRIGGER "baselines_audit" AFTER INSERT OR UPDATE OR DELETE ON "baselines"
  FOR EACH ROW EXECUTE FUNCTION "record_change"('id', 'people', 'document,summary,progress');
CREATE TRIGGER "catalogue_entries_audit" AFTER INSERT OR UPDATE OR DELETE ON "catalogue_entries"
  FOR EACH ROW EXECUTE FUNCTION "record_change"('kind,entry_id', 'all', '', 'version');
CREATE TRIGGER "deployment_aliases_audit" AFTER INSERT OR UPDATE OR DELETE ON "deployment_aliases"
  FOR EACH ROW EXECUTE FUNCTION "record_change"('slug', 'all', 'created_at');
CREATE TRIGGER "deployments_audit" AFTER INSERT OR UPDATE OR DELETE ON "deployments"
  FOR EACH ROW EXECUTE FUNCTION "record_change"(
    'id', 'all', 'shape,engine_version,first_seen_at,last_seen_at,missing_since,created_at,updated_at'
  );
CREATE TRIGGER "events_audit" AFTER INSERT OR UPDATE OR DELETE ON "events"
  FOR EACH ROW EXECUTE FUNCTION "record_change"('id', 'people', 'created_at,updated_at');
CREATE TRIGGER "gate_runs_audit" AFTER INSERT OR UPDATE OR DELETE ON "gate_runs"
  FOR EACH ROW EXECUTE FUNCTION "record_change"('id', 'people', 'result');
CREATE TRIGGER "notices_audit" AFTER INSERT OR UPDATE OR DELETE ON "notices"
  FOR EACH ROW EXECUTE FUNCTION "record_change"('id', 'people', 'created_at');
CREATE TRIGGER "organisations_audit" AFTER INSERT OR UPDATE OR DELETE ON "organisations"
  FOR EACH ROW EXECUTE FUNCTION "record_change"('id', 'all', 'updated_at');
CREATE TRIGGER "roofline_settings_audit" AFTER INSERT OR UPDATE OR DELETE ON "roofline_settings"
  FOR EACH ROW EXECUTE FUNCTION "record_change"('deployment_id', 'all', '', 'version');
CREATE TRIGGER "sources_audit" AFTER INSERT OR UPDATE OR DELETE ON "sources"
  FOR EACH ROW EXECUTE FUNCTION "record_change"(
    'id', 'all', 'version,flavour,version_observed_at,created_at,updated_at'
  );

-- Lets an entry be sealed once and its payload be erased once. Erasing is recorded. Refuses every other update, every
-- deletion, and entries that claim to be sealed when they are added.
CREATE FUNCTION "protect_audit_entry"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' AND NEW."sequence" IS NULL THEN RETURN NEW; END IF;
  IF TG_OP = 'UPDATE' THEN
    IF OLD."sequence" IS NULL AND NEW."sequence" IS NOT NULL
      AND to_jsonb(NEW) - '{sequence,chain_hash}'::text[] = to_jsonb(OLD) - '{sequence,chain_hash}'::text[]
    THEN RETURN NEW; END IF;
    IF OLD."payload" IS NOT NULL AND NEW."payload" IS NULL
      AND to_jsonb(NEW) - '{payload,erased_at}'::text[] = to_jsonb(OLD) - '{payload,erased_at}'::text[]
    THEN
      PERFORM "add_audit_entry"(
        'audit_entries', OLD."id"::text, '{"isErased": false}', '{"isErased": true}', 'erase-audit-payload'
      );
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'entries of the audit trail cannot be changed or deleted' USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER "audit_entries_protection" BEFORE INSERT OR UPDATE OR DELETE ON "audit_entries"
  FOR EACH ROW EXECUTE FUNCTION "protect_audit_entry"();
CREATE TRIGGER "audit_entries_truncation" BEFORE TRUNCATE ON "audit_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION "protect_audit_entry"();
