-- Adds an entry in the name of the transaction's actor, as before, and now with the API token that made the change.
-- Without an actor, a connection of the application acts for the system, and any other connection for its database user.
CREATE OR REPLACE FUNCTION "add_audit_entry"(
  changed_table TEXT, changed_id TEXT, before_change JSONB, after_change JSONB, default_action TEXT
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  kind TEXT := "audit_actor_kind"();
  content TEXT := jsonb_build_object(
    'salt', gen_random_uuid(),
    'address', nullif(current_setting('ridgepoint.address', true), ''),
    'token', nullif(current_setting('ridgepoint.token', true), ''),
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
