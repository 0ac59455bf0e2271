-- The correlation of two signals, and MFU or MBU over time, can be evidence. A new value needs a migration that replaces
-- the constraint.
ALTER TABLE "evidence_items"
  DROP CONSTRAINT "evidence_items_kind_check",
  ADD CONSTRAINT "evidence_items_kind_check"
    CHECK (
      "kind" IN (
        'note', 'signals', 'roofline', 'comparison', 'gate', 'trace', 'trace-comparison', 'trace-flow', 'sweep',
        'what-if', 'calculator', 'correlation', 'utilisation', 'traces', 'trace-study', 'overview', 'baseline',
        'data-check', 'file'
      )
    );
