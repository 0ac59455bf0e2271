-- AlterTable
ALTER TABLE "organisations" ADD COLUMN     "requires_second_factor" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "method" TEXT NOT NULL DEFAULT 'password';

-- CreateTable
CREATE TABLE "second_factors" (
    "person_id" UUID NOT NULL,
    "secret" TEXT NOT NULL,
    "enabled_at" TIMESTAMPTZ(3),
    "used_step" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "second_factors_pkey" PRIMARY KEY ("person_id")
);

-- CreateTable
CREATE TABLE "recovery_codes" (
    "id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "code_hash" TEXT NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "recovery_codes_person_id_code_hash_key" ON "recovery_codes"("person_id", "code_hash");

-- AddForeignKey
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A new value needs a migration that replaces the constraint.
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_method_check" CHECK ("method" IN ('password', 'provider'));

-- Secrets and hashes are not recorded, and a used code is recorded by the session that it starts or confirms.
CREATE TRIGGER "second_factors_audit" AFTER INSERT OR UPDATE OR DELETE ON "second_factors"
  FOR EACH ROW EXECUTE FUNCTION "record_change"('person_id', 'all', 'secret,used_step,created_at');
CREATE TRIGGER "recovery_codes_audit" AFTER INSERT OR UPDATE OR DELETE ON "recovery_codes"
  FOR EACH ROW EXECUTE FUNCTION "record_change"('id', 'all', 'code_hash,created_at');
