-- Stored documents take the field names and kinds of this release. No table or column changes.

-- Added accelerators: accelerator.link.bothWaysBytesPerSecond is now bidirectionalBytesPerSecond.
UPDATE "catalogue_entries"
SET "document" = jsonb_set(
  "document" #- '{accelerator,link,bothWaysBytesPerSecond}',
  '{accelerator,link,bidirectionalBytesPerSecond}',
  "document" #> '{accelerator,link,bothWaysBytesPerSecond}'
)
WHERE "kind" = 'accelerator' AND "document" #> '{accelerator,link}' ? 'bothWaysBytesPerSecond';

-- Remarks of discovery: seen-twice with apart is now duplicate-targets with differingLabels, stacks-together is now mixed-stacks.
UPDATE "deployments"
SET "shape" = jsonb_set(
  "shape",
  '{remarks}',
  (
    SELECT jsonb_agg(
      CASE remark ->> 'kind'
        WHEN 'seen-twice' THEN
          (remark - 'apart')
          || jsonb_build_object('kind', 'duplicate-targets', 'differingLabels', remark -> 'apart')
        WHEN 'stacks-together' THEN jsonb_set(remark, '{kind}', '"mixed-stacks"')
        ELSE remark
      END
      ORDER BY position
    )
    FROM jsonb_array_elements("shape" -> 'remarks') WITH ORDINALITY AS remarks (remark, position)
  )
)
WHERE jsonb_typeof("shape" -> 'remarks') = 'array' AND jsonb_array_length("shape" -> 'remarks') > 0;
