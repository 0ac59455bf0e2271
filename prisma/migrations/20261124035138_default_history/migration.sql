-- DropForeignKey
ALTER TABLE "baseline_defaults" DROP CONSTRAINT "baseline_defaults_baseline_id_fkey";

-- AlterTable
ALTER TABLE "baseline_defaults" ADD COLUMN     "baseline_name" TEXT,
ALTER COLUMN "baseline_id" DROP NOT NULL;

UPDATE "baseline_defaults" SET "baseline_name" = "baselines"."name"
FROM "baselines" WHERE "baselines"."id" = "baseline_defaults"."baseline_id";

ALTER TABLE "baseline_defaults" ALTER COLUMN "baseline_name" SET NOT NULL;

-- AddForeignKey
ALTER TABLE "baseline_defaults" ADD CONSTRAINT "baseline_defaults_baseline_id_fkey" FOREIGN KEY ("baseline_id") REFERENCES "baselines"("id") ON DELETE SET NULL ON UPDATE CASCADE;
