import { expect, test } from "vitest";
import type { OverviewRow } from "@/lib/contracts/overview";
import { createJudgedRow } from "@/tests/support/sample-data/overview-rows";
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
} = createJudgedRow("pending", "ok");
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
  expect(findWorstDeployment([createJudgedRow("a", "kv-pressure"), createJudgedRow("b", "ok")])).toBe("a");
});

test("returns null while pending rows may be worse than a healthy first row", () => {
  expect(findWorstDeployment([createJudgedRow("b", "ok"), pending])).toBeNull();
  expect(findWorstDeployment([createJudgedRow("a", "kv-pressure"), pending])).toBe("a");
  expect(findWorstDeployment([createJudgedRow("b", "ok")])).toBe("b");
});
