import fc from "fast-check";
import { expect, test } from "vitest";
import { createSpan, createTrace } from "@/lib/analysis/traces/fixtures";
import { buildRequestTree } from "@/lib/analysis/traces/request-tree";
import { endNs, buildTreeRows } from "@/lib/analysis/traces/tree-rows";
import { findWaitingRows } from "./waiting-rows";

/** Every row has an earlier row as parent; times are short, so many rows outlive their ancestors. */
const anyTree = fc
  .array(fc.record({ above: fc.nat(), startNs: fc.nat(20), durationNs: fc.nat(40) }), {
    minLength: 1,
    maxLength: 120,
    size: "max",
  })
  .map((sketches) =>
    createTrace(
      sketches.map(({ above, ...times }, index) =>
        createSpan({
          spanId: `${index}`.padStart(4, "0"),
          parentSpanId: index === 0 ? null : `${above % index}`.padStart(4, "0"),
          ...times,
        }),
      ),
    ),
  );

test("property: the waiting row is the nearest ancestor that ends no earlier, for few and many hand-offs", () => {
  let [few, many] = [0, 0];
  fc.assert(
    fc.property(anyTree, (trace) => {
      const rows = buildTreeRows(trace);
      const tree = buildRequestTree(rows);
      const ends = Float64Array.from(rows, ({ span }) => endNs(span));
      const waiting = findWaitingRows(rows, tree, ends);
      let handedOff = 0;
      for (const [row, parent] of tree.parentRows.entries()) {
        if (parent !== -1 && (ends[row] ?? 0) > (ends[parent] ?? 0)) handedOff += 1;
        let above = parent;
        while (above !== -1 && (ends[above] ?? 0) < (ends[row] ?? 0)) above = tree.parentRows[above] ?? -1;
        // No ancestor runs that long, so the row is cut to its parent.
        expect(waiting[row]).toBe(above === -1 ? parent : above);
      }
      if (handedOff > 16) many += 1;
      else if (handedOff > 0) few += 1;
    }),
    { numRuns: 300, seed: 1 },
  );
  expect(few).toBeGreaterThan(10);
  expect(many).toBeGreaterThan(10);
});
