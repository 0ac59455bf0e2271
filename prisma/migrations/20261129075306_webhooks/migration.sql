-- AlterTable
ALTER TABLE "experiments" ADD COLUMN     "hook_fires_on_guard" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "rollback_hook_id" UUID;

-- CreateTable
CREATE TABLE "webhooks" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "team_id" UUID,
    "url" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "secret_at" TIMESTAMPTZ(3) NOT NULL,
    "author" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhooks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "id" UUID NOT NULL,
    "webhook_id" UUID,
    "webhook_name" TEXT NOT NULL,
    "experiment_id" UUID,
    "trigger" TEXT NOT NULL,
    "once_key" TEXT,
    "reason" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "attempt_count" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL,
    "status" INTEGER,
    "duration_ms" INTEGER,
    "message" TEXT,
    "response_start" TEXT,
    "author" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "webhooks_name_key" ON "webhooks"("name");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_deliveries_once_key_key" ON "webhook_deliveries"("once_key");

-- CreateIndex
CREATE INDEX "webhook_deliveries_state_next_attempt_at_idx" ON "webhook_deliveries"("state", "next_attempt_at");

-- CreateIndex
CREATE INDEX "webhook_deliveries_webhook_id_created_at_idx" ON "webhook_deliveries"("webhook_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "webhook_deliveries_experiment_id_idx" ON "webhook_deliveries"("experiment_id");

-- CreateIndex
CREATE INDEX "experiments_rollback_hook_id_idx" ON "experiments"("rollback_hook_id");

-- AddForeignKey
ALTER TABLE "experiments" ADD CONSTRAINT "experiments_rollback_hook_id_fkey" FOREIGN KEY ("rollback_hook_id") REFERENCES "webhooks"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_experiment_id_fkey" FOREIGN KEY ("experiment_id") REFERENCES "experiments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "webhook_deliveries"
  ADD CONSTRAINT "webhook_deliveries_trigger_check" CHECK ("trigger" IN ('test', 'person', 'stop-rule')),
  ADD CONSTRAINT "webhook_deliveries_state_check" CHECK ("state" IN ('waiting', 'delivered', 'failed'));

-- Secrets are not recorded.
CREATE TRIGGER "webhooks_audit" AFTER INSERT OR UPDATE OR DELETE ON "webhooks"
  FOR EACH ROW EXECUTE FUNCTION "record_change"('id', 'all', 'secret,created_at,updated_at');
CREATE TRIGGER "webhook_deliveries_audit" AFTER INSERT OR UPDATE OR DELETE ON "webhook_deliveries"
  FOR EACH ROW EXECUTE FUNCTION "record_change"(
    'id', 'all', 'body,attempt_count,next_attempt_at,message,response_start,created_at'
  );
