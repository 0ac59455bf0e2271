-- CreateTable
CREATE TABLE "evidence_files" (
    "evidence_id" UUID NOT NULL,
    "file_name" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "byte_count" INTEGER NOT NULL,
    "content_hash" TEXT NOT NULL,
    "width_px" INTEGER,
    "height_px" INTEGER,
    "content" BYTEA NOT NULL,

    CONSTRAINT "evidence_files_pkey" PRIMARY KEY ("evidence_id")
);

-- CreateIndex
CREATE INDEX "evidence_files_content_hash_idx" ON "evidence_files"("content_hash");

-- AddForeignKey
ALTER TABLE "evidence_files" ADD CONSTRAINT "evidence_files_evidence_id_fkey" FOREIGN KEY ("evidence_id") REFERENCES "evidence_items"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A new value needs a migration that replaces the constraint.
ALTER TABLE "evidence_items"
  DROP CONSTRAINT "evidence_items_kind_check",
  ADD CONSTRAINT "evidence_items_kind_check"
    CHECK (
      "kind" IN (
        'note', 'signals', 'roofline', 'comparison', 'gate', 'trace', 'trace-comparison', 'trace-flow', 'sweep', 'file'
      )
    );
-- The size and the hash are those of the content: 1 byte to 5 MiB.
ALTER TABLE "evidence_files"
  ADD CONSTRAINT "evidence_files_format_check"
    CHECK (
      "format" IN (
        'text', 'collapsed-stacks', 'png', 'jpeg', 'webp', 'gif', 'pprof', 'chrome-trace', 'speedscope'
      )
    ),
  ADD CONSTRAINT "evidence_files_byte_count_check"
    CHECK ("byte_count" BETWEEN 1 AND 5242880 AND "byte_count" = octet_length("content")),
  ADD CONSTRAINT "evidence_files_content_hash_check"
    CHECK ("content_hash" = encode(sha256("content"), 'hex')),
  ADD CONSTRAINT "evidence_files_image_size_check" CHECK (("width_px" IS NULL) = ("height_px" IS NULL));

-- The content is not recorded, because it is large. Its hash is.
CREATE TRIGGER "evidence_files_audit" AFTER INSERT OR UPDATE OR DELETE ON "evidence_files"
  FOR EACH ROW EXECUTE FUNCTION "record_change"('evidence_id', 'all', 'content');
