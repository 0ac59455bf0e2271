-- AlterTable
ALTER TABLE "api_tokens" ADD COLUMN     "account_id" UUID;

-- AlterTable
ALTER TABLE "people" ADD COLUMN     "kind" TEXT NOT NULL DEFAULT 'person';

-- CreateIndex
CREATE INDEX "api_tokens_account_id_idx" ON "api_tokens"("account_id");

-- AddForeignKey
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "people"
  DROP CONSTRAINT "people_email_check",
  ADD CONSTRAINT "people_kind_check" CHECK ("kind" IN ('person', 'service')),
  ADD CONSTRAINT "people_email_check"
    CHECK (CASE "kind" WHEN 'service' THEN "email" IS NULL ELSE "state" = 'removed' OR "email" IS NOT NULL END);

-- Names identify service accounts in lists and as authors.
CREATE UNIQUE INDEX "people_service_name_key" ON "people" (lower("name")) WHERE "kind" = 'service' AND "state" = 'active';
