import fc from "fast-check";
import { expect, test } from "vitest";
import { analyseTrace } from "@/lib/analysis/traces/analyse-trace";
import { createPhaseReader } from "@/lib/analysis/traces/phases";
import { anyTrace } from "@/tests/support/traces/any-trace";
import { createRequestTrace } from "@/tests/support/traces/analysed-requests";
import { summariseTrace } from "./summarise-trace";

test("property: the request and its first token are the same as in the drawn trace", () => {
  fc.assert(
    fc.property(anyTrace, (trace) => {
      const analysed = analyseTrace(trace, createPhaseReader([]));
      const { rootOperation, rootService, ttftSeconds } = summariseTrace(trace);
      const root = analysed?.rows[analysed.tree.rootRow]?.span;
      expect([rootService, rootOperation]).toEqual([root?.service, root?.operation]);
      expect(ttftSeconds).toBe((analysed?.ttftNs ?? null) === null ? null : (analysed?.ttftNs ?? 0) / 1e9);
    }),
  );
});

test("a duplicate span counts once", () => {
  const trace = createRequestTrace({ startMs: 0 }, "1");
  const twice = { ...trace, spans: [...trace.spans, ...trace.spans] };
  expect(trace.spans.length).toBeGreaterThan(0);
  expect(summariseTrace(twice)).toEqual(summariseTrace(trace));
  expect(summariseTrace(twice).spanCount).toBe(trace.spans.length);
});
