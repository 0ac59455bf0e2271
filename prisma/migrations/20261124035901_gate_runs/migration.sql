-- CreateTable
CREATE TABLE "gate_runs" (
    "id" UUID NOT NULL,
    "deployment_id" UUID,
    "baseline_id" UUID,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "verdict" TEXT,
    "request" JSONB NOT NULL,
    "result" JSONB,
    "start_at" TIMESTAMPTZ(3) NOT NULL,
    "end_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "author" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "evaluated_at" TIMESTAMPTZ(3),

    CONSTRAINT "gate_runs_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "gate_runs_created_at_idx" ON "gate_runs"("created_at" DESC);

-- CreateIndex
CREATE INDEX "gate_runs_deployment_id_created_at_idx" ON "gate_runs"("deployment_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "gate_runs_baseline_id_idx" ON "gate_runs"("baseline_id");

-- CreateIndex
CREATE INDEX "gate_runs_state_due_at_idx" ON "gate_runs"("state", "due_at");

-- AddForeignKey
ALTER TABLE "gate_runs" ADD CONSTRAINT "gate_runs_deployment_id_fkey" FOREIGN KEY ("deployment_id") REFERENCES "deployments"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "gate_runs" ADD CONSTRAINT "gate_runs_baseline_id_fkey" FOREIGN KEY ("baseline_id") REFERENCES "baselines"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- A new value needs a migration that replaces the constraint.
ALTER TABLE "gate_runs"
  ADD CONSTRAINT "gate_runs_state_check" CHECK ("state" IN ('waiting', 'complete')),
  ADD CONSTRAINT "gate_runs_verdict_check" CHECK ("verdict" IN ('pass', 'fail', 'cannot-tell'));
