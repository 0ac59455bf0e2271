-- AlterTable
ALTER TABLE "events" ADD COLUMN     "path" TEXT;

-- CreateTable
CREATE TABLE "baselines" (
    "id" UUID NOT NULL,
    "deployment_id" UUID,
    "name" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'capturing',
    "progress" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "message" TEXT,
    "request" JSONB,
    "document" JSONB,
    "content_hash" TEXT,
    "summary" JSONB,
    "expires_at" TIMESTAMPTZ(3),
    "is_pinned" BOOLEAN NOT NULL DEFAULT false,
    "author" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "baselines_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "baseline_defaults" (
    "id" UUID NOT NULL,
    "deployment_id" UUID NOT NULL,
    "baseline_id" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "author" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "baseline_defaults_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "baselines_deployment_id_created_at_idx" ON "baselines"("deployment_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "baselines_created_at_idx" ON "baselines"("created_at" DESC);

-- CreateIndex
CREATE INDEX "baseline_defaults_deployment_id_since_idx" ON "baseline_defaults"("deployment_id", "since" DESC);

-- CreateIndex
CREATE INDEX "baseline_defaults_baseline_id_idx" ON "baseline_defaults"("baseline_id");

-- AddForeignKey
ALTER TABLE "baselines" ADD CONSTRAINT "baselines_deployment_id_fkey" FOREIGN KEY ("deployment_id") REFERENCES "deployments"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "baseline_defaults" ADD CONSTRAINT "baseline_defaults_deployment_id_fkey" FOREIGN KEY ("deployment_id") REFERENCES "deployments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "baseline_defaults" ADD CONSTRAINT "baseline_defaults_baseline_id_fkey" FOREIGN KEY ("baseline_id") REFERENCES "baselines"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A new value needs a migration that replaces the constraint.
ALTER TABLE "baselines"
  ADD CONSTRAINT "baselines_state_check" CHECK ("state" IN ('capturing', 'ready', 'failed'));
