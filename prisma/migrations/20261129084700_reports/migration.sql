-- AlterTable
ALTER TABLE "organisations" ADD COLUMN     "allows_report_links" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "case_studies" (
    "investigation_id" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "problem" TEXT NOT NULL,
    "cause" TEXT NOT NULL,
    "fix" TEXT NOT NULL,
    "effect" TEXT NOT NULL,
    "cause_class" TEXT,
    "published_at" TIMESTAMPTZ(3),
    "author" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "case_studies_pkey" PRIMARY KEY ("investigation_id")
);

-- CreateTable
CREATE TABLE "report_links" (
    "id" UUID NOT NULL,
    "investigation_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "report" JSONB NOT NULL,
    "maker_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "last_address" TEXT,

    CONSTRAINT "report_links_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "case_studies_published_at_idx" ON "case_studies"("published_at" DESC);

-- CreateIndex
CREATE INDEX "case_studies_cause_class_idx" ON "case_studies"("cause_class");

-- CreateIndex
CREATE UNIQUE INDEX "report_links_token_hash_key" ON "report_links"("token_hash");

-- CreateIndex
CREATE INDEX "report_links_investigation_id_idx" ON "report_links"("investigation_id");

-- CreateIndex
CREATE INDEX "report_links_maker_id_idx" ON "report_links"("maker_id");

-- AddForeignKey
ALTER TABLE "case_studies" ADD CONSTRAINT "case_studies_investigation_id_fkey" FOREIGN KEY ("investigation_id") REFERENCES "investigations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "report_links" ADD CONSTRAINT "report_links_investigation_id_fkey" FOREIGN KEY ("investigation_id") REFERENCES "investigations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "report_links" ADD CONSTRAINT "report_links_maker_id_fkey" FOREIGN KEY ("maker_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A new value needs a migration that replaces the constraint.
ALTER TABLE "report_links"
  ADD CONSTRAINT "report_links_kind_check" CHECK ("kind" IN ('working', 'executive', 'case-study')),
  ADD CONSTRAINT "report_links_token_hash_check" CHECK ("token_hash" ~ '^[0-9a-f]{64}$');
ALTER TABLE "timeline_entries"
  DROP CONSTRAINT "timeline_entries_kind_check",
  ADD CONSTRAINT "timeline_entries_kind_check" CHECK (
    "kind" IN (
      'comment', 'manual', 'opened', 'edited', 'state', 'round', 'step-move', 'step-state', 'step-input',
      'hypothesis', 'hypothesis-ranks', 'experiment', 'validation', 'watch', 'evidence', 'evidence-expiry',
      'participant', 'relation', 'report'
    )
  );

CREATE TRIGGER "case_studies_audit" AFTER INSERT OR UPDATE OR DELETE ON "case_studies"
  FOR EACH ROW EXECUTE FUNCTION "record_change"('investigation_id', 'all', 'created_at');
-- The hash, the copied report and the times of use are not recorded.
CREATE TRIGGER "report_links_audit" AFTER INSERT OR UPDATE OR DELETE ON "report_links"
  FOR EACH ROW EXECUTE FUNCTION "record_change"('id', 'all', 'token_hash,report,last_used_at,last_address,created_at');
