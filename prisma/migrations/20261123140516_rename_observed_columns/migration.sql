-- Columns take the names of their content. Stored values stay.

ALTER TABLE "deployment_watches" RENAME COLUMN "seen" TO "facts";

ALTER TABLE "sources" RENAME COLUMN "version_seen_at" TO "version_observed_at";
