-- CreateTable
CREATE TABLE "investigations" (
    "id" UUID NOT NULL,
    "number" SERIAL NOT NULL,
    "title" TEXT NOT NULL,
    "severity" SMALLINT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'triage',
    "step" TEXT NOT NULL DEFAULT 'define-baseline',
    "round" INTEGER NOT NULL DEFAULT 1,
    "owner_id" UUID,
    "team_id" UUID,
    "visibility" TEXT NOT NULL DEFAULT 'open',
    "tags" TEXT[],
    "opening" JSONB NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "detected_at" TIMESTAMPTZ(3),
    "mitigated_at" TIMESTAMPTZ(3),
    "resolved_at" TIMESTAMPTZ(3),
    "due_on" DATE,
    "goal" JSONB,
    "conditions" JSONB NOT NULL DEFAULT '[]',
    "links" JSONB NOT NULL DEFAULT '[]',
    "baseline_id" UUID,
    "deploy_event_id" UUID,
    "author" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "investigations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "investigation_deployments" (
    "investigation_id" UUID NOT NULL,
    "deployment_id" UUID NOT NULL,

    CONSTRAINT "investigation_deployments_pkey" PRIMARY KEY ("investigation_id","deployment_id")
);

-- CreateTable
CREATE TABLE "participants" (
    "investigation_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "role" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "participants_pkey" PRIMARY KEY ("investigation_id","person_id")
);

-- CreateTable
CREATE TABLE "step_records" (
    "id" UUID NOT NULL,
    "investigation_id" UUID NOT NULL,
    "round" INTEGER NOT NULL,
    "step" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'open',
    "reason" TEXT,
    "answers" JSONB NOT NULL DEFAULT '{}',
    "checked" TEXT[],
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "step_records_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "hypotheses" (
    "id" UUID NOT NULL,
    "investigation_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "statement" TEXT NOT NULL,
    "layer" TEXT NOT NULL,
    "cause_class" TEXT,
    "effect" JSONB,
    "status" TEXT NOT NULL DEFAULT 'open',
    "rank" INTEGER NOT NULL,
    "author" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "hypotheses_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "evidence_items" (
    "id" UUID NOT NULL,
    "investigation_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "text" TEXT,
    "author" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "removed_at" TIMESTAMPTZ(3),
    "removed_by" TEXT,
    "removal_reason" TEXT,

    CONSTRAINT "evidence_items_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "step_evidence" (
    "evidence_id" UUID NOT NULL,
    "round" INTEGER NOT NULL,
    "step" TEXT NOT NULL,

    CONSTRAINT "step_evidence_pkey" PRIMARY KEY ("evidence_id","round","step")
);

-- CreateTable
CREATE TABLE "hypothesis_evidence" (
    "evidence_id" UUID NOT NULL,
    "hypothesis_id" UUID NOT NULL,
    "direction" TEXT NOT NULL,
    "weight" TEXT NOT NULL,

    CONSTRAINT "hypothesis_evidence_pkey" PRIMARY KEY ("evidence_id","hypothesis_id")
);

-- CreateTable
CREATE TABLE "timeline_entries" (
    "id" UUID NOT NULL,
    "investigation_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "payload" JSONB NOT NULL,
    "is_pinned" BOOLEAN NOT NULL DEFAULT false,
    "author" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "edited_at" TIMESTAMPTZ(3),

    CONSTRAINT "timeline_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mentions" (
    "entry_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "investigation_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mentions_pkey" PRIMARY KEY ("entry_id","person_id")
);

-- CreateTable
CREATE TABLE "investigation_relations" (
    "id" UUID NOT NULL,
    "investigation_id" UUID NOT NULL,
    "related_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "author" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "investigation_relations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "drafts" (
    "investigation_id" UUID NOT NULL,
    "writer" TEXT NOT NULL,
    "part" TEXT NOT NULL,
    "document" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "drafts_pkey" PRIMARY KEY ("writer","investigation_id","part")
);

-- CreateIndex
CREATE UNIQUE INDEX "investigations_number_key" ON "investigations"("number");

-- CreateIndex
CREATE INDEX "investigations_state_updated_at_number_idx" ON "investigations"("state", "updated_at" DESC, "number" DESC);

-- CreateIndex
CREATE INDEX "investigations_updated_at_number_idx" ON "investigations"("updated_at" DESC, "number" DESC);

-- CreateIndex
CREATE INDEX "investigations_severity_number_idx" ON "investigations"("severity", "number" DESC);

-- CreateIndex
CREATE INDEX "investigations_due_on_number_idx" ON "investigations"("due_on", "number" DESC);

-- CreateIndex
CREATE INDEX "investigations_owner_id_idx" ON "investigations"("owner_id");

-- CreateIndex
CREATE INDEX "investigations_team_id_idx" ON "investigations"("team_id");

-- CreateIndex
CREATE INDEX "investigations_baseline_id_idx" ON "investigations"("baseline_id");

-- CreateIndex
CREATE INDEX "investigations_deploy_event_id_idx" ON "investigations"("deploy_event_id");

-- CreateIndex
CREATE INDEX "investigations_tags_idx" ON "investigations" USING GIN ("tags");

-- CreateIndex
CREATE INDEX "investigation_deployments_deployment_id_idx" ON "investigation_deployments"("deployment_id");

-- CreateIndex
CREATE INDEX "participants_person_id_idx" ON "participants"("person_id");

-- CreateIndex
CREATE UNIQUE INDEX "step_records_investigation_id_round_step_key" ON "step_records"("investigation_id", "round", "step");

-- CreateIndex
CREATE UNIQUE INDEX "hypotheses_investigation_id_number_key" ON "hypotheses"("investigation_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "evidence_items_investigation_id_number_key" ON "evidence_items"("investigation_id", "number");

-- CreateIndex
CREATE INDEX "hypothesis_evidence_hypothesis_id_idx" ON "hypothesis_evidence"("hypothesis_id");

-- CreateIndex
CREATE INDEX "timeline_entries_investigation_id_at_id_idx" ON "timeline_entries"("investigation_id", "at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "mentions_person_id_at_idx" ON "mentions"("person_id", "at" DESC);

-- CreateIndex
CREATE INDEX "mentions_investigation_id_idx" ON "mentions"("investigation_id");

-- CreateIndex
CREATE INDEX "investigation_relations_related_id_idx" ON "investigation_relations"("related_id");

-- CreateIndex
CREATE UNIQUE INDEX "investigation_relations_investigation_id_related_id_kind_key" ON "investigation_relations"("investigation_id", "related_id", "kind");

-- CreateIndex
CREATE INDEX "drafts_investigation_id_idx" ON "drafts"("investigation_id");

-- AddForeignKey
ALTER TABLE "investigations" ADD CONSTRAINT "investigations_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "people"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "investigations" ADD CONSTRAINT "investigations_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "investigations" ADD CONSTRAINT "investigations_baseline_id_fkey" FOREIGN KEY ("baseline_id") REFERENCES "baselines"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "investigations" ADD CONSTRAINT "investigations_deploy_event_id_fkey" FOREIGN KEY ("deploy_event_id") REFERENCES "events"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "investigation_deployments" ADD CONSTRAINT "investigation_deployments_investigation_id_fkey" FOREIGN KEY ("investigation_id") REFERENCES "investigations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "investigation_deployments" ADD CONSTRAINT "investigation_deployments_deployment_id_fkey" FOREIGN KEY ("deployment_id") REFERENCES "deployments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "participants" ADD CONSTRAINT "participants_investigation_id_fkey" FOREIGN KEY ("investigation_id") REFERENCES "investigations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "participants" ADD CONSTRAINT "participants_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "step_records" ADD CONSTRAINT "step_records_investigation_id_fkey" FOREIGN KEY ("investigation_id") REFERENCES "investigations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "hypotheses" ADD CONSTRAINT "hypotheses_investigation_id_fkey" FOREIGN KEY ("investigation_id") REFERENCES "investigations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "evidence_items" ADD CONSTRAINT "evidence_items_investigation_id_fkey" FOREIGN KEY ("investigation_id") REFERENCES "investigations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "step_evidence" ADD CONSTRAINT "step_evidence_evidence_id_fkey" FOREIGN KEY ("evidence_id") REFERENCES "evidence_items"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "hypothesis_evidence" ADD CONSTRAINT "hypothesis_evidence_evidence_id_fkey" FOREIGN KEY ("evidence_id") REFERENCES "evidence_items"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "hypothesis_evidence" ADD CONSTRAINT "hypothesis_evidence_hypothesis_id_fkey" FOREIGN KEY ("hypothesis_id") REFERENCES "hypotheses"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "timeline_entries" ADD CONSTRAINT "timeline_entries_investigation_id_fkey" FOREIGN KEY ("investigation_id") REFERENCES "investigations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mentions" ADD CONSTRAINT "mentions_entry_id_fkey" FOREIGN KEY ("entry_id") REFERENCES "timeline_entries"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mentions" ADD CONSTRAINT "mentions_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mentions" ADD CONSTRAINT "mentions_investigation_id_fkey" FOREIGN KEY ("investigation_id") REFERENCES "investigations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "investigation_relations" ADD CONSTRAINT "investigation_relations_investigation_id_fkey" FOREIGN KEY ("investigation_id") REFERENCES "investigations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "investigation_relations" ADD CONSTRAINT "investigation_relations_related_id_fkey" FOREIGN KEY ("related_id") REFERENCES "investigations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_investigation_id_fkey" FOREIGN KEY ("investigation_id") REFERENCES "investigations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A new value needs a migration that replaces the constraint.
ALTER TABLE "investigations"
  ADD CONSTRAINT "investigations_severity_check" CHECK ("severity" BETWEEN 1 AND 4),
  ADD CONSTRAINT "investigations_state_check" CHECK (
    "state" IN (
      'triage', 'active', 'fix-deployed', 'monitoring', 'resolved',
      'invalid', 'infrastructure', 'downstream', 'wont-fix', 'duplicate'
    )
  ),
  ADD CONSTRAINT "investigations_step_check" CHECK (
    "step" IN (
      'define-baseline', 'identify-symptoms', 'collect-data', 'form-hypotheses', 'reproduce', 'optimise', 'validate'
    )
  ),
  ADD CONSTRAINT "investigations_round_check" CHECK ("round" BETWEEN 1 AND 100),
  ADD CONSTRAINT "investigations_visibility_check" CHECK ("visibility" IN ('open', 'team'));
ALTER TABLE "participants"
  ADD CONSTRAINT "participants_role_check" CHECK ("role" IN ('investigator', 'approver', 'watcher'));
ALTER TABLE "step_records"
  ADD CONSTRAINT "step_records_step_check" CHECK (
    "step" IN (
      'define-baseline', 'identify-symptoms', 'collect-data', 'form-hypotheses', 'reproduce', 'optimise', 'validate'
    )
  ),
  ADD CONSTRAINT "step_records_state_check" CHECK ("state" IN ('open', 'done', 'skipped')),
  ADD CONSTRAINT "step_records_reason_check" CHECK ("state" = 'skipped' OR "reason" IS NULL);
ALTER TABLE "hypotheses"
  ADD CONSTRAINT "hypotheses_layer_check"
    CHECK ("layer" IN ('application', 'database', 'infrastructure', 'system')),
  ADD CONSTRAINT "hypotheses_status_check" CHECK ("status" IN ('open', 'supported', 'refuted', 'parked'));
ALTER TABLE "evidence_items"
  ADD CONSTRAINT "evidence_items_kind_check" CHECK ("kind" IN ('note')),
  ADD CONSTRAINT "evidence_items_removed_check" CHECK (
    CASE WHEN "removed_at" IS NULL THEN "removed_by" IS NULL AND "removal_reason" IS NULL
      ELSE "text" IS NULL AND "removed_by" IS NOT NULL AND "removal_reason" IS NOT NULL END
  );
ALTER TABLE "step_evidence"
  ADD CONSTRAINT "step_evidence_step_check" CHECK (
    "step" IN (
      'define-baseline', 'identify-symptoms', 'collect-data', 'form-hypotheses', 'reproduce', 'optimise', 'validate'
    )
  );
ALTER TABLE "hypothesis_evidence"
  ADD CONSTRAINT "hypothesis_evidence_direction_check" CHECK ("direction" IN ('for', 'against')),
  ADD CONSTRAINT "hypothesis_evidence_weight_check" CHECK ("weight" IN ('weak', 'moderate', 'strong'));
ALTER TABLE "timeline_entries"
  ADD CONSTRAINT "timeline_entries_kind_check" CHECK (
    "kind" IN (
      'comment', 'manual', 'opened', 'edited', 'state', 'round', 'step-move', 'step-state', 'step-input',
      'hypothesis', 'hypothesis-ranks', 'evidence', 'participant', 'relation'
    )
  );
ALTER TABLE "investigation_relations"
  ADD CONSTRAINT "investigation_relations_kind_check" CHECK ("kind" IN ('duplicate-of', 'related')),
  ADD CONSTRAINT "investigation_relations_other_check" CHECK ("investigation_id" <> "related_id");

-- The content of a draft is not recorded, because it is unsaved input that only its writer reads.
CREATE TRIGGER "investigations_audit" AFTER INSERT OR UPDATE OR DELETE ON "investigations"
  FOR EACH ROW EXECUTE FUNCTION "record_change"('id', 'all', 'created_at,updated_at');
CREATE TRIGGER "investigation_deployments_audit" AFTER INSERT OR UPDATE OR DELETE ON "investigation_deployments"
  FOR EACH ROW EXECUTE FUNCTION "record_change"('investigation_id,deployment_id', 'all', '');
CREATE TRIGGER "participants_audit" AFTER INSERT OR UPDATE OR DELETE ON "participants"
  FOR EACH ROW EXECUTE FUNCTION "record_change"('investigation_id,person_id', 'all', 'created_at');
CREATE TRIGGER "step_records_audit" AFTER INSERT OR UPDATE OR DELETE ON "step_records"
  FOR EACH ROW EXECUTE FUNCTION "record_change"('id', 'all', '');
CREATE TRIGGER "hypotheses_audit" AFTER INSERT OR UPDATE OR DELETE ON "hypotheses"
  FOR EACH ROW EXECUTE FUNCTION "record_change"('id', 'all', 'created_at');
CREATE TRIGGER "evidence_items_audit" AFTER INSERT OR UPDATE OR DELETE ON "evidence_items"
  FOR EACH ROW EXECUTE FUNCTION "record_change"('id', 'all', 'created_at');
CREATE TRIGGER "step_evidence_audit" AFTER INSERT OR UPDATE OR DELETE ON "step_evidence"
  FOR EACH ROW EXECUTE FUNCTION "record_change"('evidence_id,round,step', 'all', '');
CREATE TRIGGER "hypothesis_evidence_audit" AFTER INSERT OR UPDATE OR DELETE ON "hypothesis_evidence"
  FOR EACH ROW EXECUTE FUNCTION "record_change"('evidence_id,hypothesis_id', 'all', '');
CREATE TRIGGER "timeline_entries_audit" AFTER INSERT OR UPDATE OR DELETE ON "timeline_entries"
  FOR EACH ROW EXECUTE FUNCTION "record_change"('id', 'all', '');
CREATE TRIGGER "mentions_audit" AFTER INSERT OR UPDATE OR DELETE ON "mentions"
  FOR EACH ROW EXECUTE FUNCTION "record_change"('entry_id,person_id', 'all', '');
CREATE TRIGGER "investigation_relations_audit" AFTER INSERT OR UPDATE OR DELETE ON "investigation_relations"
  FOR EACH ROW EXECUTE FUNCTION "record_change"('id', 'all', 'created_at');
CREATE TRIGGER "drafts_audit" AFTER INSERT OR UPDATE OR DELETE ON "drafts"
  FOR EACH ROW EXECUTE FUNCTION "record_change"('writer,investigation_id,part', 'all', 'document,updated_at');
