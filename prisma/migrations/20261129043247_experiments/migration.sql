-- CreateTable
CREATE TABLE "experiments" (
    "id" UUID NOT NULL,
    "investigation_id" UUID NOT NULL,
    "round" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "hypothesis_id" UUID,
    "kind" TEXT NOT NULL,
    "factor" JSONB NOT NULL,
    "arms" JSONB NOT NULL,
    "measures" JSONB NOT NULL,
    "rollback_plan" TEXT NOT NULL,
    "scores" JSONB NOT NULL DEFAULT '[]',
    "state" TEXT NOT NULL DEFAULT 'planned',
    "decision" TEXT,
    "decision_reason" TEXT,
    "decided_by" TEXT,
    "decided_at" TIMESTAMPTZ(3),
    "result" JSONB,
    "approved_by" TEXT,
    "approved_at" TIMESTAMPTZ(3),
    "approval_exception" TEXT,
    "author" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "experiments_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "experiments_hypothesis_id_idx" ON "experiments"("hypothesis_id");

-- CreateIndex
CREATE UNIQUE INDEX "experiments_investigation_id_number_key" ON "experiments"("investigation_id", "number");

-- AddForeignKey
ALTER TABLE "experiments" ADD CONSTRAINT "experiments_investigation_id_fkey" FOREIGN KEY ("investigation_id") REFERENCES "investigations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "experiments" ADD CONSTRAINT "experiments_hypothesis_id_fkey" FOREIGN KEY ("hypothesis_id") REFERENCES "hypotheses"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "experiments"
  ADD CONSTRAINT "experiments_kind_check"
    CHECK ("kind" IN ('config-change', 'ab', 'canary', 'load-test', 'batch-sweep', 'rollback')),
  ADD CONSTRAINT "experiments_state_check" CHECK ("state" IN ('planned', 'running', 'ended')),
  ADD CONSTRAINT "experiments_decision_check" CHECK ("decision" IN ('adopt', 'reject', 'repeat')),
  ADD CONSTRAINT "experiments_decided_check" CHECK (
    ("decision" IS NULL) = ("decision_reason" IS NULL)
    AND ("decision" IS NULL) = ("decided_by" IS NULL)
    AND ("decision" IS NULL) = ("decided_at" IS NULL)
  ),
  -- The proposer approves with a recorded exception only.
  ADD CONSTRAINT "experiments_approved_check" CHECK (
    ("approved_by" IS NULL) = ("approved_at" IS NULL)
    AND ("approved_by" IS NULL OR ("decision" IS NOT NULL AND "decision" = 'adopt'))
    AND ("approved_by" IS NULL OR "approved_by" <> "author" OR "approval_exception" IS NOT NULL)
  );
-- A new value needs a migration that replaces the constraint.
ALTER TABLE "timeline_entries"
  DROP CONSTRAINT "timeline_entries_kind_check",
  ADD CONSTRAINT "timeline_entries_kind_check" CHECK (
    "kind" IN (
      'comment', 'manual', 'opened', 'edited', 'state', 'round', 'step-move', 'step-state', 'step-input',
      'hypothesis', 'hypothesis-ranks', 'experiment', 'evidence', 'evidence-expiry', 'participant', 'relation'
    )
  );

CREATE TRIGGER "experiments_audit" AFTER INSERT OR UPDATE OR DELETE ON "experiments"
  FOR EACH ROW EXECUTE FUNCTION "record_change"('id', 'all', 'created_at');
