import { expect, test } from "vitest";
import { describeDiscoveryRemark } from "./discovery-remark";

test.each([
  ["counters", "Their counters agree, so Ridgepoint counts these copies once."],
  ["differ", "Their counters differ, so these are separate servers and each is counted."],
] as const)("describes duplicate targets and how they were resolved: %s", (basis, resolution) => {
  const apart = [{ label: "ha_replica", values: ["a", "b"] }];
  expect(
    describeDiscoveryRemark({ kind: "duplicate-targets", basis, differingLabels: apart, servers: 2 }),
  ).toBe(`2 servers are scraped several times, with different values of ha_replica (a, b). ${resolution}`);
});

test("names a copy that lacks the label", () => {
  const apart = [{ label: "rack", values: ["", "b"] }];
  expect(
    describeDiscoveryRemark({
      kind: "duplicate-targets",
      basis: "unknown",
      differingLabels: apart,
      servers: 1,
    }),
  ).toMatch(/^1 server is scraped several times, with different values of rack \(without, b\)/);
});
