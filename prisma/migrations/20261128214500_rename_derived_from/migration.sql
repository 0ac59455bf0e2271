-- The column takes the name of its content: a key that makes a repeated event or notice a duplicate. Stored values stay.

ALTER TABLE "events" RENAME COLUMN "derived_from" TO "deduplication_key";
ALTER INDEX "events_derived_from_key" RENAME TO "events_deduplication_key_key";

ALTER TABLE "notices" RENAME COLUMN "derived_from" TO "deduplication_key";
ALTER INDEX "notices_derived_from_key" RENAME TO "notices_deduplication_key_key";
