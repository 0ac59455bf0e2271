-- Stored values and documents take the names of this release. No table or column changes.

-- Events that a person entered: the origin hand is now manual.
ALTER TABLE "events" DROP CONSTRAINT "events_origin_check";
UPDATE "events" SET "origin" = 'manual' WHERE "origin" = 'hand';
ALTER TABLE "events"
  ADD CONSTRAINT "events_origin_check" CHECK ("origin" IN ('manual', 'api', 'derived'));

-- Remarks of discovery about duplicate targets: by is now basis.
UPDATE "deployments"
SET "shape" = jsonb_set(
  "shape",
  '{remarks}',
  (
    SELECT jsonb_agg(
      CASE
        WHEN remark ->> 'kind' = 'duplicate-targets' AND remark ? 'by'
          THEN (remark - 'by') || jsonb_build_object('basis', remark -> 'by')
        ELSE remark
      END
      ORDER BY position
    )
    FROM jsonb_array_elements("shape" -> 'remarks') WITH ORDINALITY AS remarks (remark, position)
  )
)
WHERE jsonb_typeof("shape" -> 'remarks') = 'array' AND jsonb_array_length("shape" -> 'remarks') > 0;

-- Watched facts of deployments: settled is now confirmed.
UPDATE "deployment_watches"
SET "facts" = (
  SELECT jsonb_object_agg(
    key,
    CASE
      WHEN jsonb_typeof(value) = 'object' AND value ? 'settled'
        THEN (value - 'settled') || jsonb_build_object('confirmed', value -> 'settled')
      ELSE value
    END
  )
  FROM jsonb_each("facts")
);
