-- AlterTable
ALTER TABLE "invitations" ADD COLUMN     "email" TEXT;

ALTER TABLE "invitations" ADD CONSTRAINT "invitations_lower_case_check" CHECK ("email" = lower("email"));
