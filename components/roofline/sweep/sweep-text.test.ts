import { expect, test } from "vitest";
import { sampleSweep } from "@/tests/support/roofline-page";
import { sweepFacts, throughputText } from "./sweep-text";

const factOf = (sweep: typeof sampleSweep, name: string) =>
  sweepFacts(sweep).find((fact) => fact.name.startsWith(name))?.value;

test("the line is told with its interval, and what is left with the knee", () => {
  expect(factOf(sampleSweep, "A step without")).toBe(
    "6.00\u202fms (95\u202f%: 5.80\u202fms to 6.20\u202fms)",
  );
  expect(factOf(sampleSweep, "Knee")).toMatch(/^900 \(95/);
  expect(factOf(sampleSweep, "Throughput lies below its ceiling by")).toBe("78.0\u202f%");
  expect(factOf(sampleSweep, "Twice the batch")).toBe("+75.0\u202f%");
});

test("what a doubling would give is told with its interval where it was sent", () => {
  const here = { ...sampleSweep.here!, doublingGainRange: { lower: 0.7, upper: 0.8 } };
  expect(factOf({ ...sampleSweep, here }, "Twice the batch")).toBe(
    "+75.0\u202f% (95\u202f%: +70.0\u202f% to +80.0\u202f%)",
  );
});

test("what the interval does not tell is said so, and never 0", () => {
  const fit = { ...sampleSweep.fit, kneeBatch: null, ceilingTokensPerSecond: null } as typeof sampleSweep.fit;
  expect(factOf({ ...sampleSweep, fit }, "Knee")).toBe("the interval does not tell");
  expect(factOf({ ...sampleSweep, fit }, "Ceiling of one")).toBe("the interval does not tell");
});

test("a knee out of reach is told as what it lies beyond, without a ceiling that nothing comes near", () => {
  const fit = { ...sampleSweep.fit, kneeBatch: null, ceilingTokensPerSecond: null } as typeof sampleSweep.fit;
  const beyond = (limit: "configured" | "observed" | "memory" | "cache", batch: number) => ({
    ...sampleSweep,
    fit: { ...fit, kneeBeyond: { limit, batch } } as typeof sampleSweep.fit,
  });
  expect(factOf(beyond("configured", 256), "Knee")).toBe("beyond the batch of 256 that is set");
  expect(factOf(beyond("memory", 92), "Knee")).toBe("beyond the 92 sequences that memory holds");
  expect(factOf(beyond("cache", 50), "Knee")).toBe("beyond the 50 sequences that the engine’s cache holds");
  expect(factOf(beyond("observed", 19.2), "Knee")).toBe("beyond twice the largest batch seen, 19");
  expect(factOf(beyond("configured", 256), "Ceiling of one")).toBeUndefined();
  expect(factOf(beyond("configured", 256), "Throughput lies below")).toBeUndefined();
});

test("without a line nothing is said of ceilings and of twice the batch", () => {
  const fit = { kind: "cannot-fit", reason: "same-batch-differs", sentence: [] } as const;
  const names = sweepFacts({ ...sampleSweep, fit: { ...fit, sentence: [] } }).map(({ name }) => name);
  expect(names).toEqual(["Batch now", "Slices left out"]);
});

test("without a fit or a batch of now only what is known is told", () => {
  const sweep = {
    ...sampleSweep,
    here: null,
    fit: { kind: "cannot-fit", reason: "too-few-steps", sentence: [] } as const,
  };
  expect(sweepFacts({ ...sweep, fit: { ...sweep.fit, sentence: [] } }).map(({ name }) => name)).toEqual([
    "Slices left out",
  ]);
});

test("slices that were left out are told by their reasons, and reasons of none are not", () => {
  const leftOut = { nothingDecoded: 0, mostlyPrefill: 57, notCovered: 0 };
  expect(factOf({ ...sampleSweep, excluded: leftOut }, "Slices left out")).toBe("57 mostly prefilled");
  const none = { nothingDecoded: 0, mostlyPrefill: 0 };
  expect(factOf({ ...sampleSweep, excluded: none }, "Slices left out")).toBe("none");
});

test("why points of throughput lie below their line is said where there is one", () => {
  const { groups } = sampleSweep;
  expect(throughputText(groups, true)).toMatch(
    /^\d+ groups of batches from \S+ to \S+, of counters .*; prompts and idle time keep points below it\.$/,
  );
  expect(throughputText(groups, false)).toMatch(/not of the gauge\.$/);
  expect(throughputText(groups.slice(0, 1), false)).toMatch(/^One group of batches, at /);
  expect(throughputText([], true)).toBe("");
});
