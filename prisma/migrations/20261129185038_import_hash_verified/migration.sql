-- AlterTable
ALTER TABLE "baselines" ADD COLUMN     "import_hash_verified" BOOLEAN;
