import { expect, test } from "vitest";
import { requestOf } from "@/tests/support/analysed";
import { summariseTrace } from "./summarise-trace";

test("what a source sent twice is counted once", () => {
  const trace = requestOf({ startMs: 0 }, "1");
  const twice = { ...trace, spans: [...trace.spans, ...trace.spans] };
  expect(trace.spans.length).toBeGreaterThan(0);
  expect(summariseTrace(twice)).toEqual(summariseTrace(trace));
  expect(summariseTrace(twice).spanCount).toBe(trace.spans.length);
});
