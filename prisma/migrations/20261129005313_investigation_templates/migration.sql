-- AlterTable
ALTER TABLE "step_records" ADD COLUMN     "added_items" JSONB NOT NULL DEFAULT '[]';

-- CreateTable
CREATE TABLE "investigation_templates" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "team_id" UUID,
    "document" JSONB NOT NULL,
    "author" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "investigation_templates_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "investigation_templates_team_id_name_key" ON "investigation_templates"("team_id", "name");

-- AddForeignKey
ALTER TABLE "investigation_templates" ADD CONSTRAINT "investigation_templates_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE TRIGGER "investigation_templates_audit" AFTER INSERT OR UPDATE OR DELETE ON "investigation_templates"
  FOR EACH ROW EXECUTE FUNCTION "record_change"('id', 'all', 'created_at,updated_at');
