-- DropForeignKey
ALTER TABLE "events" DROP CONSTRAINT "events_deployment_id_fkey";

-- DropIndex
DROP INDEX "events_at_idx";

-- AlterTable
ALTER TABLE "events" ADD COLUMN     "author" TEXT NOT NULL DEFAULT 'system',
ADD COLUMN     "end_at" TIMESTAMPTZ(3),
ADD COLUMN     "origin" TEXT NOT NULL DEFAULT 'derived',
ADD COLUMN     "reason" TEXT,
ADD COLUMN     "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;

-- CreateTable
CREATE TABLE "deployment_watches" (
    "deployment_id" UUID NOT NULL,
    "seen" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "deployment_watches_pkey" PRIMARY KEY ("deployment_id")
);

-- CreateIndex
CREATE INDEX "events_at_id_idx" ON "events"("at" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "deployment_watches" ADD CONSTRAINT "deployment_watches_deployment_id_fkey" FOREIGN KEY ("deployment_id") REFERENCES "deployments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "events" ADD CONSTRAINT "events_deployment_id_fkey" FOREIGN KEY ("deployment_id") REFERENCES "deployments"("id") ON DELETE CASCADE ON UPDATE CASCADE;
