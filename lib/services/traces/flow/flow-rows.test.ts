import { expect, test } from "vitest";
import type { FlowEdgeChange } from "@/lib/analysis/traces/flow/compare-flows";
import { toComparedFlowRows } from "./flow-rows";

const change: FlowEdgeChange = {
  from: "gateway",
  to: "engine",
  before: null,
  after: null,
  callsPerSecond: 3,
  callsPerTrace: 0,
  criticalShare: 0,
  latencyNs: { difference: 1, interval: null },
  errorRatio: { difference: 0, pValue: 1 },
};

test("compares rates only with equal scales, and other values always", () => {
  expect(toComparedFlowRows([change], true)[0]?.change).toMatchObject({
    callsPerSecond: 3,
    callsPerTrace: 0,
  });
  expect(toComparedFlowRows([change], false)[0]?.change).toMatchObject({
    callsPerSecond: null,
    callsPerTrace: 0,
  });
});

test("an edge of one window only has no change", () => {
  const alone = {
    ...change,
    perSecond: null,
    callsPerTrace: null,
    criticalShare: null,
    latencyNs: null,
    errors: null,
  };
  expect(toComparedFlowRows([alone], true)[0]?.change).toBeNull();
});
