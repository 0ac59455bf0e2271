-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "deployments" (
    "id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "engine" TEXT NOT NULL,
    "engine_version" TEXT,
    "identity" TEXT NOT NULL,
    "shape" JSONB NOT NULL,
    "metrics_source_id" UUID NOT NULL,
    "traces_source_id" UUID,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "deployments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "deployment_aliases" (
    "slug" TEXT NOT NULL,
    "deployment_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "deployment_aliases_pkey" PRIMARY KEY ("slug")
);

-- CreateTable
CREATE TABLE "events" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "title" TEXT NOT NULL,
    "source_id" UUID,
    "deployment_id" UUID,
    "from_value" TEXT,
    "to_value" TEXT,
    "derived_from" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "id" UUID NOT NULL,
    "principal" TEXT NOT NULL,
    "contract" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" TEXT NOT NULL,
    "response_hash" TEXT,
    "status" INTEGER,
    "response" TEXT,
    "outcome" JSONB,
    "leased_until" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sources" (
    "id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "managed_by" TEXT NOT NULL,
    "set_by" TEXT NOT NULL,
    "version" TEXT,
    "flavour" TEXT,
    "version_seen_at" TIMESTAMPTZ(3),
    "removed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sources_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "deployments_slug_key" ON "deployments"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "deployments_metrics_source_id_identity_key" ON "deployments"("metrics_source_id", "identity");

-- CreateIndex
CREATE INDEX "deployment_aliases_deployment_id_idx" ON "deployment_aliases"("deployment_id");

-- CreateIndex
CREATE UNIQUE INDEX "events_derived_from_key" ON "events"("derived_from");

-- CreateIndex
CREATE INDEX "events_at_idx" ON "events"("at" DESC);

-- CreateIndex
CREATE INDEX "events_source_id_idx" ON "events"("source_id");

-- CreateIndex
CREATE INDEX "events_deployment_id_idx" ON "events"("deployment_id");

-- CreateIndex
CREATE INDEX "idempotency_keys_expires_at_idx" ON "idempotency_keys"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "idempotency_keys_principal_contract_key_key" ON "idempotency_keys"("principal", "contract", "key");

-- CreateIndex
CREATE UNIQUE INDEX "sources_slug_key" ON "sources"("slug");

-- AddForeignKey
ALTER TABLE "deployments" ADD CONSTRAINT "deployments_metrics_source_id_fkey" FOREIGN KEY ("metrics_source_id") REFERENCES "sources"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deployments" ADD CONSTRAINT "deployments_traces_source_id_fkey" FOREIGN KEY ("traces_source_id") REFERENCES "sources"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deployment_aliases" ADD CONSTRAINT "deployment_aliases_deployment_id_fkey" FOREIGN KEY ("deployment_id") REFERENCES "deployments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "events" ADD CONSTRAINT "events_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "sources"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "events" ADD CONSTRAINT "events_deployment_id_fkey" FOREIGN KEY ("deployment_id") REFERENCES "deployments"("id") ON DELETE SET NULL ON UPDATE CASCADE;
