-- AlterTable
ALTER TABLE "deployments" ADD COLUMN     "edits" JSONB,
ADD COLUMN     "managed_by" TEXT NOT NULL DEFAULT 'discovered',
ADD COLUMN     "merged_into_id" UUID,
ADD COLUMN     "missing_since" TIMESTAMPTZ(3),
ADD COLUMN     "review" TEXT NOT NULL DEFAULT 'proposed',
ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;

-- CreateTable
CREATE TABLE "notices" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "title" TEXT NOT NULL,
    "detail" TEXT NOT NULL,
    "deployment_id" UUID,
    "derived_from" TEXT NOT NULL,
    "dismissed_at" TIMESTAMPTZ(3),
    "dismissed_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "notices_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "notices_derived_from_key" ON "notices"("derived_from");

-- CreateIndex
CREATE INDEX "notices_dismissed_at_at_idx" ON "notices"("dismissed_at", "at" DESC);

-- CreateIndex
CREATE INDEX "notices_deployment_id_idx" ON "notices"("deployment_id");

-- CreateIndex
CREATE INDEX "deployments_merged_into_id_idx" ON "deployments"("merged_into_id");

-- AddForeignKey
ALTER TABLE "deployments" ADD CONSTRAINT "deployments_merged_into_id_fkey" FOREIGN KEY ("merged_into_id") REFERENCES "deployments"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notices" ADD CONSTRAINT "notices_deployment_id_fkey" FOREIGN KEY ("deployment_id") REFERENCES "deployments"("id") ON DELETE CASCADE ON UPDATE CASCADE;
