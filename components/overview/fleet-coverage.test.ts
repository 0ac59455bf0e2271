import { expect, test } from "vitest";
import { fleetCoverageText, fleetLimitsText } from "./fleet-coverage";

const judged = { state: "judged" } as const;
const pending = { state: "pending" } as const;
const failed = { state: "failed" } as const;

test("sums of loading rows are incomplete", () => {
  const rows = [judged, judged, judged, pending, pending];
  expect(fleetCoverageText(rows)).toBe("3 of 5 deployments");
  expect(fleetLimitsText(rows, 0)).toBe(
    " The sums contain 3 of 5 deployments, 2 deployments are still loading.",
  );
  expect(fleetLimitsText([judged, failed], 0)).toBe(" The sums contain 1 of 2 deployments.");
});

test("complete sums need no remark, except about deployments without current data", () => {
  expect(fleetCoverageText([judged, judged])).toBeNull();
  expect(fleetLimitsText([judged, judged], 0)).toBe("");
  expect(fleetLimitsText([judged, judged], 1)).toBe(" The sums exclude 1 deployment without current data.");
});
