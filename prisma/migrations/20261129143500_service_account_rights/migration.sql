-- A service account never has the rights of an admin, also if another program writes the row.
UPDATE "people" SET "role" = 'editor' WHERE "kind" = 'service' AND "role" = 'admin';
ALTER TABLE "people"
  ADD CONSTRAINT "people_service_role_check" CHECK ("kind" <> 'service' OR "role" <> 'admin');

-- A server of the version before service accounts finds a token by its hash and gives it the rights of its creator. It
-- does not find a token of a service account under the hash of the hash, and refuses it.
UPDATE "api_tokens" SET "token_hash" = encode(sha256(convert_to("token_hash", 'UTF8')), 'hex')
  WHERE "account_id" IS NOT NULL;
