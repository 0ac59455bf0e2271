-- CreateTable
CREATE TABLE "validations" (
    "id" UUID NOT NULL,
    "investigation_id" UUID NOT NULL,
    "round" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "verdict" TEXT NOT NULL,
    "report" JSONB NOT NULL,
    "author" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "validations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "validation_watches" (
    "id" UUID NOT NULL,
    "validation_id" UUID NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'active',
    "reference" JSONB NOT NULL,
    "start_at" TIMESTAMPTZ(3) NOT NULL,
    "end_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "ended_by" TEXT,
    "end_reason" TEXT,
    "failure" TEXT,

    CONSTRAINT "validation_watches_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "watch_windows" (
    "id" UUID NOT NULL,
    "watch_id" UUID NOT NULL,
    "start_at" TIMESTAMPTZ(3) NOT NULL,
    "end_at" TIMESTAMPTZ(3) NOT NULL,
    "verdict" TEXT NOT NULL,
    "sentence" TEXT NOT NULL,
    "evaluated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "watch_windows_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "validations_investigation_id_number_key" ON "validations"("investigation_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "validation_watches_validation_id_key" ON "validation_watches"("validation_id");

-- CreateIndex
CREATE INDEX "validation_watches_state_idx" ON "validation_watches"("state");

-- CreateIndex
CREATE UNIQUE INDEX "watch_windows_watch_id_start_at_key" ON "watch_windows"("watch_id", "start_at");

-- AddForeignKey
ALTER TABLE "validations" ADD CONSTRAINT "validations_investigation_id_fkey" FOREIGN KEY ("investigation_id") REFERENCES "investigations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "validation_watches" ADD CONSTRAINT "validation_watches_validation_id_fkey" FOREIGN KEY ("validation_id") REFERENCES "validations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "watch_windows" ADD CONSTRAINT "watch_windows_watch_id_fkey" FOREIGN KEY ("watch_id") REFERENCES "validation_watches"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "validations"
  ADD CONSTRAINT "validations_verdict_check" CHECK ("verdict" IN ('met', 'not-met', 'cannot-tell'));
ALTER TABLE "validation_watches"
  ADD CONSTRAINT "validation_watches_state_check" CHECK ("state" IN ('active', 'ended', 'relapsed')),
  ADD CONSTRAINT "validation_watches_ended_check" CHECK (
    ("ended_at" IS NULL) = ("ended_by" IS NULL)
    AND ("ended_at" IS NULL) = ("end_reason" IS NULL)
  );
ALTER TABLE "watch_windows"
  ADD CONSTRAINT "watch_windows_verdict_check" CHECK ("verdict" IN ('better', 'worse', 'same', 'cannot-tell'));
-- A new value needs a migration that replaces the constraint.
ALTER TABLE "timeline_entries"
  DROP CONSTRAINT "timeline_entries_kind_check",
  ADD CONSTRAINT "timeline_entries_kind_check" CHECK (
    "kind" IN (
      'comment', 'manual', 'opened', 'edited', 'state', 'round', 'step-move', 'step-state', 'step-input',
      'hypothesis', 'hypothesis-ranks', 'experiment', 'validation', 'watch', 'evidence', 'evidence-expiry',
      'participant', 'relation'
    )
  );

-- A stored validation and an evaluated window are records. A correction is another record.
CREATE FUNCTION "refuse_update"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % do not change', TG_TABLE_NAME;
END $$;
CREATE TRIGGER "validations_immutable" BEFORE UPDATE ON "validations"
  FOR EACH ROW EXECUTE FUNCTION "refuse_update"();
CREATE TRIGGER "watch_windows_immutable" BEFORE UPDATE ON "watch_windows"
  FOR EACH ROW EXECUTE FUNCTION "refuse_update"();

CREATE TRIGGER "validations_audit" AFTER INSERT OR UPDATE OR DELETE ON "validations"
  FOR EACH ROW EXECUTE FUNCTION "record_change"('id', 'all', 'report,created_at');
CREATE TRIGGER "validation_watches_audit" AFTER INSERT OR UPDATE OR DELETE ON "validation_watches"
  FOR EACH ROW EXECUTE FUNCTION "record_change"('id', 'all', 'reference,failure,started_at');
CREATE TRIGGER "watch_windows_audit" AFTER INSERT OR UPDATE OR DELETE ON "watch_windows"
  FOR EACH ROW EXECUTE FUNCTION "record_change"('id', 'all', 'evaluated_at');
