-- AlterTable
ALTER TABLE "baseline_defaults" ADD COLUMN     "is_removal" BOOLEAN NOT NULL DEFAULT false;
