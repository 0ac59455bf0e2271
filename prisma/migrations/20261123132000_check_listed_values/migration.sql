-- Columns with a fixed list of values accept only these values. A new value needs a migration that replaces its constraint.
ALTER TABLE "catalogue_entries"
  ADD CONSTRAINT "catalogue_entries_kind_check" CHECK ("kind" IN ('accelerator', 'model'));

ALTER TABLE "deployments"
  ADD CONSTRAINT "deployments_review_check" CHECK ("review" IN ('proposed', 'accepted', 'hidden')),
  ADD CONSTRAINT "deployments_managed_by_check" CHECK ("managed_by" IN ('discovered', 'person', 'file'));

ALTER TABLE "events"
  ADD CONSTRAINT "events_kind_check" CHECK (
    "kind" IN ('deploy', 'configuration', 'engine-version', 'source-version', 'scaling', 'comment', 'exclusion')
  ),
  ADD CONSTRAINT "events_reason_check" CHECK ("reason" IN ('maintenance', 'incident', 'load-test')),
  ADD CONSTRAINT "events_origin_check" CHECK ("origin" IN ('hand', 'api', 'derived'));

ALTER TABLE "notices"
  ADD CONSTRAINT "notices_kind_check" CHECK ("kind" IN ('new-deployment', 'metric-names', 'config-file'));

ALTER TABLE "sources"
  ADD CONSTRAINT "sources_kind_check" CHECK ("kind" IN ('prometheus', 'jaeger', 'tempo')),
  ADD CONSTRAINT "sources_managed_by_check" CHECK ("managed_by" IN ('environment'));
