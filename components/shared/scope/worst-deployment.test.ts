import { expect, test } from "vitest";
import type { OverviewRow } from "@/lib/contracts/overview";
import { judgedRow } from "@/tests/support/sample-data/overview-rows";
import { findWorstDeployment } from "./worst-deployment";

const {
  slug: _slug,
  title,
  model,
  engine,
  instanceCount: instances,
  limits,
  gateways,
  backends,
} = judgedRow("pending", "ok");
const pending: OverviewRow = {
  slug: "pending",
  title,
  model,
  engine,
  instanceCount: instances,
  limits,
  gateways,
  backends,
  state: "pending",
  elapsedMs: 1_400,
};

test("returns the first row, which is the worst", () => {
  expect(findWorstDeployment(undefined)).toBeNull();
  expect(findWorstDeployment([])).toBeNull();
  expect(findWorstDeployment([judgedRow("a", "kv-pressure"), judgedRow("b", "ok")])).toBe("a");
});

test("returns null while pending rows may be worse than a healthy first row", () => {
  expect(findWorstDeployment([judgedRow("b", "ok"), pending])).toBeNull();
  expect(findWorstDeployment([judgedRow("a", "kv-pressure"), pending])).toBe("a");
  expect(findWorstDeployment([judgedRow("b", "ok")])).toBe("b");
});
