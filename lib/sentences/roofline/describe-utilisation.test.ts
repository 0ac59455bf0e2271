import { expect, test } from "vitest";
import type { IntervalUtilisation } from "@/lib/analysis/roofline/points/interval-utilisation";
import { describeUtilisation } from "./describe-utilisation";

const share = (value: number) => ({ value, lower: value * 0.9, upper: value * 1.2 });
const used = (atMs: number): IntervalUtilisation => ({
  atMs,
  kind: "used",
  mfu: share(0.1),
  mbu: share(0.5),
  stepsPerSecond: 20,
});
const gap = (
  atMs: number,
  what: Extract<IntervalUtilisation, { kind: "gap" }>["gap"],
): IntervalUtilisation => ({
  atMs,
  kind: "gap",
  gap: what,
});
const facts = {
  intervalSeconds: 60,
  replicas: 2,
  listMissingInputs: () => [
    { input: "itl", title: "Inter-token latency", reason: "not-exposed" as const, detail: "" },
  ],
};

test("series have their range and the steps of all instances, and neighbouring gaps with one reason are joined", () => {
  const described = describeUtilisation(
    [
      gap(1, { kind: "not-covered" }),
      gap(2, { kind: "not-covered" }),
      used(3),
      gap(4, { kind: "missing", inputs: ["itlSeconds"], phases: ["decode"] }),
    ],
    facts,
  );
  expect(described.mbuRatio).toEqual([null, null, 0.5, null]);
  expect(described.mbuRange?.lower[2]).toBeCloseTo(0.45, 12);
  expect(described.n).toEqual([null, null, 2_400, null]);
  expect(described.gaps).toMatchObject([
    { fromIndex: 0, toIndex: 1, reason: "too-few-samples" },
    {
      fromIndex: 3,
      toIndex: 3,
      reason: "not-exposed",
      detail: "Missing inputs for decode: inter-token latency.",
    },
  ]);
});
