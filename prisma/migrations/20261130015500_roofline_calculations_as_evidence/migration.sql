-- A what-if and a calculator can be evidence. A new value needs a migration that replaces the constraint.
ALTER TABLE "evidence_items"
  DROP CONSTRAINT "evidence_items_kind_check",
  ADD CONSTRAINT "evidence_items_kind_check"
    CHECK (
      "kind" IN (
        'note', 'signals', 'roofline', 'comparison', 'gate', 'trace', 'trace-comparison', 'trace-flow', 'sweep',
        'what-if', 'calculator', 'traces', 'trace-study', 'overview', 'baseline', 'data-check', 'file'
      )
    );
