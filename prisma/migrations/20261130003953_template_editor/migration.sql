-- AlterTable
ALTER TABLE "investigation_templates" ADD COLUMN     "editor" TEXT;
