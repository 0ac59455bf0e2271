-- CreateTable
CREATE TABLE "evidence_answers" (
    "evidence_id" UUID NOT NULL,
    "question" JSONB NOT NULL,
    "reader" JSONB NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'reading',
    "message" TEXT,
    "start_at" TIMESTAMPTZ(3),
    "end_at" TIMESTAMPTZ(3),
    "data" TEXT,
    "byte_count" INTEGER,
    "content_hash" TEXT,
    "format_version" INTEGER,
    "product_version" TEXT,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "read_at" TIMESTAMPTZ(3),

    CONSTRAINT "evidence_answers_pkey" PRIMARY KEY ("evidence_id")
);

-- CreateIndex
CREATE INDEX "evidence_answers_state_requested_at_idx" ON "evidence_answers"("state", "requested_at");

-- AddForeignKey
ALTER TABLE "evidence_answers" ADD CONSTRAINT "evidence_answers_evidence_id_fkey" FOREIGN KEY ("evidence_id") REFERENCES "evidence_items"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A new value needs a migration that replaces the constraint.
ALTER TABLE "evidence_items"
  DROP CONSTRAINT "evidence_items_kind_check",
  ADD CONSTRAINT "evidence_items_kind_check" CHECK ("kind" IN ('note', 'signals'));
ALTER TABLE "evidence_answers"
  ADD CONSTRAINT "evidence_answers_state_check" CHECK ("state" IN ('reading', 'ready', 'failed')),
  ADD CONSTRAINT "evidence_answers_message_check" CHECK ("message" IS NULL OR "state" = 'failed'),
  ADD CONSTRAINT "evidence_answers_data_check" CHECK (
    "data" IS NULL
    OR ("state" = 'ready' AND "byte_count" IS NOT NULL AND "content_hash" IS NOT NULL AND "read_at" IS NOT NULL)
  );

-- The data is not recorded, because it is large. Its hash is.
CREATE TRIGGER "evidence_answers_audit" AFTER INSERT OR UPDATE OR DELETE ON "evidence_answers"
  FOR EACH ROW EXECUTE FUNCTION "record_change"('evidence_id', 'all', 'data,reader,requested_at');
