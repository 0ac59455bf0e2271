import { expect, test } from "vitest";
import { createInstanceGroup, createServingInstance } from "@/tests/support/sample-data/deployment-record";
import {
  filterDuplicatesInGroup,
  findDuplicateTargets,
  compareDuplicateCounters,
  applyDuplicateComparison,
} from "./duplicate-targets";

const sample = (labels: Record<string, string>) => ({ labels, value: 1, atMs: 0 });
const target = { job: "vllm", instance: "a:1" };
const group = createInstanceGroup("m", {
  observedCopyLabels: ["replica"],
  instances: [createServingInstance({ instance: "a:1" })],
});

test("finds targets that differ only in labels without location", () => {
  const samples = [
    sample({ ...target, scraper: "x", team: "t" }),
    sample({ ...target, scraper: "y", team: "t" }),
    sample({ ...target, instance: "b:1", scraper: "x" }),
    sample({ ...target, instance: "c:1", pod: "c-0" }),
    sample({ ...target, instance: "c:1", pod: "c-1" }),
  ];
  const doubled = findDuplicateTargets(samples);
  expect(doubled).toMatchObject([
    { labels: target, differingLabels: [{ label: "scraper", values: ["x", "y"] }] },
  ]);
  expect(filterDuplicatesInGroup(group, doubled)).toHaveLength(1);
  expect(filterDuplicatesInGroup({ ...group, job: "other" }, doubled)).toEqual([]);
});

test("compares series that are equal except for the copy labels", () => {
  const [doubled] = findDuplicateTargets(["x", "y"].map((scraper) => sample({ ...target, scraper })));
  const row = (scraper: string, reason: string, first: number) => {
    const timesMs = Float64Array.from([0, 15_000, 30_000, 45_000]);
    return {
      labels: { ...target, scraper, reason },
      timesMs,
      values: timesMs.map((_, index) => first + index),
    };
  };
  const judge = (...rows: readonly ReturnType<typeof row>[]) =>
    doubled === undefined ? "no duplicates" : compareDuplicateCounters(doubled, rows);
  expect(
    judge(row("x", "stop", 10), row("x", "length", 90), row("y", "stop", 10), row("y", "length", 90)),
  ).toBe("same");
  expect(judge(row("x", "stop", 10), row("y", "stop", 90))).toBe("different");
  expect(judge(row("x", "stop", 10), row("y", "length", 90))).toBe("unknown");
});

const apart = (label: string) => [
  { targetKey: "", labels: target, differingLabels: [{ label, values: ["x", "y"] }] },
];

test.each([
  ["scraper", "same", ["replica", "scraper"], "counters"],
  ["scraper", "unknown", ["replica"], "unknown"],
  ["replica", "unknown", ["replica"], "name"],
  ["replica", "different", [], "differ"],
] as const)("%s, counters %s: deduplicates %o", (label, likeness, copies, basis) => {
  expect(applyDuplicateComparison(group, apart(label), likeness)).toMatchObject({
    observedCopyLabels: copies,
    remarks: [
      { kind: "duplicate-targets", basis, servers: 1, differingLabels: [{ label, values: ["x", "y"] }] },
    ],
  });
});
