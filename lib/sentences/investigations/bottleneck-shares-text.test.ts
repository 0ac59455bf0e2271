import { expect, test } from "vitest";
import { listBottleneckTexts, listPhaseTimes, listStepShares } from "./bottleneck-shares-text";

const unknown = { verdict: "cannot-tell", from: null, to: null, sentence: "Not known." } as const;
const noPhases = { ...unknown, phases: [], beforeCount: 0, afterCount: 0 };
const parts = {
  memoryRatio: 0.82,
  computeRatio: 0.012,
  communicationRatio: 0,
  otherRatio: 0.18,
  bound: "memory-bound",
};

test("lists the shares of a step before and after the fix, without parts that take no time", () => {
  const steps = [{ title: "Decode", before: parts, after: { ...parts, memoryRatio: 0.7, otherRatio: 0.3 } }];
  expect(listStepShares({ ...unknown, steps })).toEqual([
    "Decode, shares of the step time before and after the fix: memory 82 % → 70 %, compute 1.2 % → 1.2 %, other 18 % → 30 %.".replaceAll(
      " %",
      "\u202f%",
    ),
  ]);
});

test("names a side whose shares are unknown", () => {
  const steps = [{ title: "Prefill", before: null, after: parts }];
  const [text] = listStepShares({ ...unknown, steps });
  expect(text).toContain("memory unknown → 82\u202f%");
});

test("lists the longest phases of both sides with the number of traced requests", () => {
  const phase = (title: string, beforeSeconds: number, afterSeconds: number) => ({
    title,
    beforeSeconds,
    afterSeconds,
    difference: null,
  });
  const phases = {
    ...noPhases,
    phases: [
      phase("Queue", 1.2, 0.05),
      phase("Prefill", 0.3, 0.3),
      phase("Network", 0.01, 0.01),
      phase("Gateway", 0.002, 0.002),
      phase("Decode", 0.001, 2),
    ],
    beforeCount: 1_200,
    afterCount: 80,
  };
  const [text] = listPhaseTimes(phases);
  expect(text?.replaceAll("\u202f", " ")).toBe(
    "Mean time per traced request in the longest phases: decode 0.001 s → 2.00 s, queue 1.20 s → 0.050 s, prefill 0.300 s → 0.300 s, network 0.010 s → 0.010 s (1,200 requests before the fix, 80 after it).",
  );
});

test("adds nothing to the sentences without measurements", () => {
  expect(listBottleneckTexts({ phases: noPhases, roofline: { ...unknown, steps: [] } })).toEqual([
    "Not known.",
    "Not known.",
  ]);
});
