-- AlterTable
ALTER TABLE "evidence_items" ADD COLUMN     "removed_hash" TEXT;

-- AlterTable
ALTER TABLE "teams" ADD COLUMN     "evidence_retention_days" INTEGER;

ALTER TABLE "evidence_items"
  ADD CONSTRAINT "evidence_items_removed_hash_check" CHECK ("removed_at" IS NOT NULL OR "removed_hash" IS NULL);
ALTER TABLE "teams"
  ADD CONSTRAINT "teams_evidence_retention_days_check" CHECK ("evidence_retention_days" BETWEEN 1 AND 3650);
-- A new value needs a migration that replaces the constraint.
ALTER TABLE "timeline_entries"
  DROP CONSTRAINT "timeline_entries_kind_check",
  ADD CONSTRAINT "timeline_entries_kind_check" CHECK (
    "kind" IN (
      'comment', 'manual', 'opened', 'edited', 'state', 'round', 'step-move', 'step-state', 'step-input',
      'hypothesis', 'hypothesis-ranks', 'evidence', 'evidence-expiry', 'participant', 'relation'
    )
  );
