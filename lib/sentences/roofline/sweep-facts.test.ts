import { expect, test } from "vitest";
import { sampleSweep } from "@/tests/support/sample-data/roofline-page";
import { sweepFacts, throughputText } from "./sweep-facts";

const factOf = (sweep: typeof sampleSweep, name: string) =>
  sweepFacts(sweep).find((fact) => fact.name.startsWith(name))?.value;

test("lists the line with its confidence interval, the knee and the gain", () => {
  expect(factOf(sampleSweep, "Base step time")).toBe(
    "6.00\u202fms (95\u202f%: 5.80\u202fms to 6.20\u202fms)",
  );
  expect(factOf(sampleSweep, "Knee")).toMatch(/^900 \(95/);
  expect(factOf(sampleSweep, "Unused share of the throughput ceiling")).toBe("78.0\u202f%");
  expect(factOf(sampleSweep, "Throughput gain from doubling the batch")).toBe("+75.0\u202f%");
});

test("shows the confidence interval of the gain when the server sends it", () => {
  const atCurrentBatch = { ...sampleSweep.atCurrentBatch!, doublingGainRange: { lower: 0.7, upper: 0.8 } };
  expect(factOf({ ...sampleSweep, atCurrentBatch }, "Throughput gain from doubling the batch")).toBe(
    "+75.0\u202f% (95\u202f%: +70.0\u202f% to +80.0\u202f%)",
  );
});

test("shows an uncertain value as such, never as 0", () => {
  const fit = { ...sampleSweep.fit, kneeBatch: null, ceilingTokensPerSecond: null } as typeof sampleSweep.fit;
  expect(factOf({ ...sampleSweep, fit }, "Knee")).toBe("confidence interval too wide");
  expect(factOf({ ...sampleSweep, fit }, "Throughput ceiling per instance")).toBe(
    "confidence interval too wide",
  );
});

test("a knee above a limit shows the limit and no ceiling", () => {
  const fit = { ...sampleSweep.fit, kneeBatch: null, ceilingTokensPerSecond: null } as typeof sampleSweep.fit;
  const beyond = (limit: "configured" | "observed" | "memory" | "cache", batch: number) => ({
    ...sampleSweep,
    fit: { ...fit, kneeBeyond: { limitedBy: limit, batch } } as typeof sampleSweep.fit,
  });
  expect(factOf(beyond("configured", 256), "Knee")).toBe("above the configured maximum of 256");
  expect(factOf(beyond("memory", 92), "Knee")).toBe(
    "above the 92 sequences of the current length that fit in memory",
  );
  expect(factOf(beyond("cache", 50), "Knee")).toBe(
    "above the 50 sequences of the current length that fit in the engine’s cache",
  );
  expect(factOf(beyond("observed", 19.2), "Knee")).toBe("above twice the largest observed batch of 19");
  expect(factOf(beyond("configured", 256), "Throughput ceiling per instance")).toBeUndefined();
  expect(factOf(beyond("configured", 256), "Below the ceiling")).toBeUndefined();
});

test("without a line there is no ceiling and no gain", () => {
  const fit = { kind: "cannot-fit", reason: "same-batch-differs", sentence: [] } as const;
  const names = sweepFacts({ ...sampleSweep, fit: { ...fit, sentence: [] } }).map(({ name }) => name);
  expect(names).toEqual(["Current batch", "Excluded intervals"]);
});

test("without a fit or a current batch only known values are listed", () => {
  const sweep = {
    ...sampleSweep,
    atCurrentBatch: null,
    fit: { kind: "cannot-fit", reason: "too-few-steps", sentence: [] } as const,
  };
  expect(sweepFacts({ ...sweep, fit: { ...sweep.fit, sentence: [] } }).map(({ name }) => name)).toEqual([
    "Excluded intervals",
  ]);
});

test("excluded intervals are listed by reason, without reasons of zero", () => {
  const excluded = { nothingDecoded: 0, mostlyPrefill: 57, notCovered: 0 };
  expect(factOf({ ...sampleSweep, excluded }, "Excluded intervals")).toBe("57 dominated by prefill");
  const none = { nothingDecoded: 0, mostlyPrefill: 0 };
  expect(factOf({ ...sampleSweep, excluded: none }, "Excluded intervals")).toBe("none");
});

test("explains why points are below the line, if there is a line", () => {
  const { groups } = sampleSweep;
  expect(throughputText(groups, true)).toMatch(
    /^\d+ groups of intervals with mean batch sizes from \S+ to \S+, measured with step counters\. .* Prompts and idle time move points below it\.$/,
  );
  expect(throughputText(groups, false)).toMatch(/with step counters\.$/);
  expect(throughputText(groups.slice(0, 1), false)).toMatch(
    /^One group of intervals with a mean batch size of /,
  );
  expect(throughputText([], true)).toBe("");
});
