-- CreateTable
CREATE TABLE "catalogue_entries" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "entry_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "document" JSONB NOT NULL,
    "is_retired" BOOLEAN NOT NULL DEFAULT false,
    "author" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "catalogue_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "roofline_settings" (
    "id" UUID NOT NULL,
    "deployment_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "document" JSONB NOT NULL,
    "author" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "roofline_settings_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "catalogue_entries_kind_entry_id_version_key" ON "catalogue_entries"("kind", "entry_id", "version");

-- CreateIndex
CREATE UNIQUE INDEX "roofline_settings_deployment_id_version_key" ON "roofline_settings"("deployment_id", "version");

-- AddForeignKey
ALTER TABLE "roofline_settings" ADD CONSTRAINT "roofline_settings_deployment_id_fkey" FOREIGN KEY ("deployment_id") REFERENCES "deployments"("id") ON DELETE CASCADE ON UPDATE CASCADE;
