import { expect, test } from "vitest";
import { describeRemark } from "./discovery-remark";

test.each([
  ["counters", "Their counters agree, so these are copies: they count once."],
  ["differ", "Their counters differ, so these are servers of their own: each counts."],
] as const)("what was seen twice is told with how it was resolved: %s", (by, resolution) => {
  const apart = [{ label: "ha_replica", values: ["a", "b"] }];
  expect(describeRemark({ kind: "duplicate-targets", by, differingLabels: apart, servers: 2 })).toBe(
    `2 servers come several times, apart in ha_replica (a, b) only. ${resolution}`,
  );
});

test("a copy without the label is named so", () => {
  const apart = [{ label: "rack", values: ["", "b"] }];
  expect(describeRemark({ kind: "duplicate-targets", by: "unknown", differingLabels: apart, servers: 1 })).toMatch(
    /^One server comes several times, apart in rack \(without, b\) only/,
  );
});
