-- CreateTable
CREATE TABLE "displays" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "pages" TEXT[],
    "deployment" TEXT,
    "period" TEXT NOT NULL,
    "maker_id" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "last_address" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "displays_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "displays_token_hash_key" ON "displays"("token_hash");

-- CreateIndex
CREATE INDEX "displays_maker_id_idx" ON "displays"("maker_id");

-- AddForeignKey
ALTER TABLE "displays" ADD CONSTRAINT "displays_maker_id_fkey" FOREIGN KEY ("maker_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A new value needs a migration that replaces the constraint.
ALTER TABLE "displays"
  ADD CONSTRAINT "displays_pages_check"
    CHECK ("pages" <@ ARRAY['overview', 'signals', 'correlate', 'traces'] AND cardinality("pages") > 0);

-- The hash and the times of use are not recorded.
CREATE TRIGGER "displays_audit" AFTER INSERT OR UPDATE OR DELETE ON "displays"
  FOR EACH ROW EXECUTE FUNCTION "record_change"('id', 'all', 'token_hash,last_used_at,last_address,created_at');
