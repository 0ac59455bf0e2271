/**
 * These files state that they are made up. Their times come from ceilings and counts computed in Python, not by this
 * code.
 */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { findAccelerator } from "@/lib/analysis/roofline/accelerators/all-accelerators";
import { anyCeilings } from "@/lib/analysis/roofline/fixtures";
import type { Roof } from "@/lib/analysis/roofline/bounds/roof";
import type { MeasuredRun, MeasuredSeconds, MeasuredStep } from "@/lib/model/roofline/measured-run-schema";
import { readMeasuredRun } from "@/lib/model/roofline/read-measured-run";
import { bestRates, measuredCeilings } from "./best-rates";
import { expectStep, toServedModel } from "./expect-step";
import { judgeStep } from "./judge-step";
import { withMeasuredCeilings } from "./run-roof";
import { analyseMeasuredRun, type MeasuredStepsAnalysis } from "./analyse-measured-run";

function fixture(name: string): MeasuredRun {
  const read = readMeasuredRun(readFileSync(new URL(`./fixtures/${name}.json`, import.meta.url), "utf8"));
  if (!read.ok) throw new Error(read.error);
  expect(read.value.origin.kind).toBe("made-up");
  return read.value;
}

const pretended = fixture("pretend");
const slowCache = fixture("pretend-slow-cache");

function judged(run: MeasuredRun): Extract<MeasuredStepsAnalysis, { kind: "judged" }> {
  const { steps } = analyseMeasuredRun(run);
  if (steps.kind !== "judged") throw new Error(steps.reason);
  return steps;
}

/** Multiplies the timings of each step by a factor. */
function withSteps(run: MeasuredRun, factor: (step: MeasuredStep) => number): MeasuredRun {
  const cases = run.decoder.cases.map((step) => ({ ...step, seconds: scaled(step.seconds, factor(step)) }));
  return { ...run, decoder: { ...run.decoder, cases } };
}

function scaled(seconds: MeasuredSeconds, factor: number): MeasuredSeconds {
  const { n, ...times } = seconds;
  const entries = Object.entries(times).map(([name, value]) => [name, value * factor] as const);
  return { ...(Object.fromEntries(entries) as typeof times), n };
}

/** Returns the run as if a device of that name had been measured. */
function measuredOn(run: MeasuredRun, name: string): MeasuredRun {
  const device = { ...run.device, kind: "cuda" as const, name };
  return { ...run, origin: { kind: "measured" }, device };
}

test("returns the ceilings that the file was made from", () => {
  const { products, streams, cachedStreamCount } = bestRates(pretended);
  const tera = products.map(({ precision, flopsPerSecond }) => [precision, flopsPerSecond / 1e12] as const);
  for (const [precision, truth] of [
    ["fp32", 45],
    ["tf32", 330],
    ["fp16", 680],
    ["bf16", 690],
  ] as const)
    expect(Math.abs((new Map(tera).get(precision) ?? 0) / truth - 1), precision).toBeLessThan(0.02);
  // It has no units for FP8, so the value is absent, never 0.
  expect(products.map(({ precision }) => precision)).toEqual(["fp32", "tf32", "fp16", "bf16"]);
  expect(products.every(({ rows, n }) => rows >= 2048 && n === 5)).toBe(true);
  const [best] = products;
  const seconds = pretended.matmul.cases.find(
    (one) => one.precision === "fp32" && one.rows === best?.rows,
  )?.seconds;
  expect(best?.spreadRatio).toBe(
    ((seconds?.upperQuartile ?? 0) - (seconds?.lowerQuartile ?? 0)) / (seconds?.median ?? 0),
  );
  expect(streams.map(({ operation }) => operation).toSorted()).toEqual(["copy", "read", "triad"]);
  for (const { bytesPerSecond } of streams) expect(Math.abs(bytesPerSecond / 2.7e12 - 1)).toBeLessThan(0.02);
  expect(cachedStreamCount).toBe(0);
});

test("a stream that fits in a cache is not a ceiling", () => {
  const run = { ...pretended, device: { ...pretended.device, cacheBytes: 2 ** 28 } };
  const { streams, cachedStreamCount } = bestRates(run);
  // 256 MiB read once or copied is below four caches, and so are three arrays of it; 1 GiB is not.
  expect(cachedStreamCount).toBe(3);
  expect(streams.every(({ arrayBytes }) => arrayBytes === 2 ** 30)).toBe(true);
  const cachedRun = { ...pretended, device: { ...pretended.device, cacheBytes: 2 ** 40 } };
  expect(measuredCeilings(cachedRun).bandwidthBytesPerSecond).toBeUndefined();
  expect(analyseMeasuredRun(cachedRun).steps).toEqual({
    kind: "cannot-judge",
    reason: "no stream larger than the cache was measured",
  });
});

test("counted separately in two languages, every step takes the expected time and has the expected bottleneck", () => {
  const { steps, countByVerdict: counts, measuredToExpectedRatio, unsteadyStepCount } = judged(pretended);
  expect(steps.length).toBe(pretended.decoder.cases.length);
  for (const { measuredToExpectedRatio: ratio } of steps) expect(Math.abs(ratio - 1)).toBeLessThan(0.015);
  expect(measuredToExpectedRatio?.median).toBeCloseTo(1, 1);
  expect(unsteadyStepCount).toBe(0);
  expect(counts).toMatchObject({
    different: 0,
    slower: 0,
    "no-launch-time": 0,
    "below-launch-time": 0,
    impossible: 0,
  });
  expect(counts["as-expected"]).toBeGreaterThan(0.6 * steps.length);
  const observedKinds = new Set(
    steps.filter(({ verdict }) => verdict.kind === "as-expected").map(({ measuredBound }) => measuredBound),
  );
  expect(observedKinds).toEqual(new Set(["memory", "compute", "overhead"]));
});

test("steps grow with the batch as a + b·B, both as the model predicts", () => {
  const { batchLines: lines } = judged(pretended);
  const graph = lines.filter(({ launch }) => launch === "graph");
  expect(graph.map(({ contextTokens }) => contextTokens)).toEqual([128, 1024, 4096]);
  for (const line of graph) {
    if (line.kind !== "line") throw new Error(line.reason);
    expect(line.verdict.kind).toBe("agrees");
    expect(line.excludedStepCount).toBe(0);
    expect(line.baseRatio.value).toBeCloseTo(1, 1);
    // Weights of 1,235,814,400 parameters and 32,768 bytes of cache per token.
    expect(line.measured.baseSeconds.value / ((2 * 1_235_814_400) / 2.7e12)).toBeCloseTo(1, 1);
    const perSequence = (line.contextTokens * 32_768) / 2.7e12;
    expect(Math.abs(line.measured.perSequenceSeconds.value / perSequence - 1)).toBeLessThan(0.1);
  }
  // With eager launches, short contexts are launch-bound at every batch. They are flat, so they have no line.
  expect(lines.find(({ launch, contextTokens }) => launch === "eager" && contextTokens === 128)).toEqual({
    launch: "eager",
    contextTokens: 128,
    excludedStepCount: 6,
    kind: "cannot-fit",
    reason: "too-few-steps",
  });
});

test("locates a deviation: the cache is read at a third of the bandwidth", () => {
  const { batchLines: lines, steps, countByVerdict: counts } = judged(slowCache);
  const line = lines.find(({ launch, contextTokens }) => launch === "graph" && contextTokens === 4096);
  expect(line).toMatchObject({ kind: "line", verdict: { kind: "steeper" } });
  if (line?.kind !== "line") throw new Error("expected a line");
  expect(line.slopeRatio.value).toBeCloseTo(3, 0);
  expect(line.baseRatio.value).toBeCloseTo(1, 1);
  expect(counts.slower).toBeGreaterThan(5);
  const slow = steps.filter(({ verdict }) => verdict.kind === "slower").map(({ step }) => step);
  // Only if the cache is most of the bytes; prefill writes it and hardly reads it.
  for (const step of slow)
    expect(step.phase === "decode" && step.batch * step.contextTokens * 32_768).toBeGreaterThan(0.5e9);
});

test("steps faster than the ceilings of their run are impossible, and may be cached if they fit", () => {
  const halved = withSteps(pretended, () => 0.5);
  const verdicts = (cacheBytes: number | null) =>
    judged({ ...halved, device: { ...halved.device, cacheBytes } })
      .steps.filter(({ expected }) => expected.bottleneck === "memory")
      .map(({ verdict }) => verdict);
  for (const [cacheBytes, mayBeCached] of [
    [50e6, "no"],
    [null, "unknown"],
  ] as const) {
    expect(verdicts(cacheBytes).length).toBeGreaterThan(0);
    for (const verdict of verdicts(cacheBytes)) expect(verdict).toEqual({ kind: "impossible", mayBeCached });
  }
  // A cache of 3 GB holds the weights and short contexts. Streams of that size would be meaningless, so they are
  // larger.
  const kinds = new Set(
    judged({
      ...halved,
      device: { ...halved.device, cacheBytes: 3e9 },
      bandwidth: {
        ...halved.bandwidth,
        cases: halved.bandwidth.cases.map((one) => ({
          ...one,
          arrayBytes: one.arrayBytes * 64,
          seconds: scaled(one.seconds, 64),
        })),
      },
    }).steps.map(({ verdict }) => (verdict.kind === "impossible" ? verdict.mayBeCached : verdict.kind)),
  );
  expect(kinds).toContain("yes");
  expect(kinds).toContain("no");
  expect(judged(withSteps(pretended, () => 2)).countByVerdict.impossible).toBe(0);
});

test("a step that launches and work do not explain is slower, one below its launch time is disturbed", () => {
  const verdictAt = (factor: number): string | undefined => {
    const { steps } = judged(withSteps(pretended, () => factor));
    return steps.find(({ step }) => step.launch === "graph")?.verdict.kind;
  };
  // 0.92 ms of weights and 0.39 ms of launches.
  expect([1, 1.3, 1.7, 1.8].map(verdictAt)).toEqual(["as-expected", "as-expected", "as-expected", "slower"]);
  const fast = judged(withSteps(pretended, () => 0.7)).steps[0];
  expect(fast).toMatchObject({
    expected: { bottleneck: "overhead" },
    verdict: { kind: "below-launch-time" },
  });
});

test("a step with another bottleneck than expected is classified as different", () => {
  // Under the rated roof of an H100, 1.6 times the expected time gives memory an MBU of 0.5, which is overhead-bound.
  const run = measuredOn(
    withSteps(pretended, () => 1.6),
    "NVIDIA H100 80GB HBM3",
  );
  const { steps, countByVerdict: counts } = judged(run);
  expect(steps.find(({ step }) => step.launch === "graph")).toMatchObject({
    expected: { bottleneck: "memory", closeBottlenecks: ["memory"] },
    measuredBound: "overhead",
    verdict: { kind: "different" },
  });
  expect(counts.different).toBeGreaterThan(5);
});

test("rejects a curved line, and reports one that grows a third as fast as flatter", () => {
  const lineOf = (run: MeasuredRun) =>
    judged(run).batchLines.find(({ launch, contextTokens }) => launch === "graph" && contextTokens === 4096);
  const bent = withSteps(pretended, ({ batch }) => (batch === 16 ? 1.5 : 1));
  expect(lineOf(bent)).toMatchObject({ verdict: { kind: "no-line" } });
  const [weights, each] = [(2 * 1_235_814_400) / 2.7e12, (4096 * 32_768) / 2.7e12];
  const flatter = withSteps(
    pretended,
    ({ batch }) => (weights + (each * batch) / 3) / (weights + each * batch),
  );
  expect(lineOf(flatter)).toMatchObject({ kind: "line", verdict: { kind: "flatter" } });
});

test("without launch times overhead is not expected, and steps that look overhead-bound are not judged", () => {
  const { decoder } = pretended;
  const bare = {
    ...pretended,
    decoder: { ...decoder, launchOverheads: { ...decoder.launchOverheads, cases: [] } },
  };
  const { countByVerdict: counts, steps } = judged(bare);
  const unjudged = steps.filter(({ verdict }) => verdict.kind === "no-launch-time");
  expect(unjudged.length).toBe(counts["no-launch-time"]);
  expect(unjudged.length).toBeGreaterThan(5);
  expect(unjudged.every(({ measuredBound }) => measuredBound === "overhead")).toBe(true);
  expect(
    steps.every(({ expected }) => expected.launchSeconds === null && expected.bottleneck !== "overhead"),
  ).toBe(true);
});

test("a run becomes an accelerator's measured ceilings, unless it is made up or from another device", () => {
  const h100 = findAccelerator("h100-sxm")!;
  expect(withMeasuredCeilings(h100, pretended)).toMatchObject({
    ok: false,
    error: expect.stringMatching(/^its numbers are made up/) as string,
  });
  const run = measuredOn(pretended, "NVIDIA H100 80GB HBM3");
  const taken = withMeasuredCeilings(h100, run);
  expect(taken.ok && taken.value.measured).toEqual(measuredCeilings(run));
  expect(measuredCeilings(run).source).toMatch(
    /^measured 20\d\d-\d\d-\d\d on NVIDIA H100 80GB HBM3, scripts\/measure with seed 7$/,
  );
  expect(withMeasuredCeilings(findAccelerator("a100-80-sxm")!, run)).toEqual({
    ok: false,
    error: "its products of fp32 are faster than the peak of A100 80 GB SXM4",
  });
});

test("a device of the table uses its rated roof", () => {
  const { runRoof, steps } = judged(measuredOn(pretended, "NVIDIA H100 80GB HBM3"));
  expect(runRoof.rowMatch).toMatchObject({ kind: "row", accelerator: { id: "h100-sxm" } });
  expect(runRoof.roof.flopsPerSecond).toBe(989.4e12);
  expect(runRoof.roof.practicalBytesPerSecond).toMatchObject({ kind: "measured" });
  const first = steps.find(({ step }) => step.launch === "graph");
  expect(first?.mbu).toBeCloseTo(2.7 / 3.35, 1);
  expect(first?.measuredBound).toBe("memory");
});

test("streams faster than a device's memory are from another device as well", () => {
  const { bandwidth } = pretended;
  const cases = bandwidth.cases.map((one) => ({ ...one, seconds: scaled(one.seconds, 0.5) }));
  const run = measuredOn({ ...pretended, bandwidth: { ...bandwidth, cases } }, "NVIDIA H100 80GB HBM3");
  expect(analyseMeasuredRun(run).steps).toEqual({
    kind: "cannot-judge",
    reason: "its streams are faster than the memory of H100 80 GB SXM5",
  });
});

test.each([1.05, 0.96])("memory of %f times compute is mixed, and either is as expected", (factor) => {
  const servedModel = toServedModel(pretended.decoder);
  const step = pretended.decoder.cases.find(({ phase, batch }) => phase === "decode" && batch === 64)!;
  const { work } = expectStep(servedModel, step, { roof: roofWith(1, 1), launchSeconds: null });
  const roof = roofWith(work.flops, work.bytes / factor);
  const timed = { ...step, seconds: scaled(step.seconds, 1.1 / step.seconds.median) };
  expect(judgeStep(timed, { servedModel, roof, deviceCacheBytes: null, launchSeconds: 0.1 })).toMatchObject({
    expected: { bottleneck: factor > 1 ? "memory" : "compute" },
    measuredBound: "mixed",
    verdict: { kind: "as-expected" },
  });
});

test("does not judge the slope if the batch adds hardly anything to a step", () => {
  const { decoder } = pretended;
  const few = decoder.cases.filter(
    (step) =>
      step.launch === "graph" && step.batch <= 16 && step.phase === "decode" && step.contextTokens === 128,
  );
  const run = { ...pretended, decoder: { ...decoder, cases: [...few, ...few] } };
  expect(judged(run).batchLines).toMatchObject([{ kind: "line", verdict: { kind: "flat" } }]);
});

function roofWith(flopsPerSecond: number, bytesPerSecond: number): Roof {
  return {
    flopsPerSecond,
    bytesPerSecond,
    precision: "bf16",
    isPrecisionWidened: false,
    ridgeFlopPerByte: flopsPerSecond / bytesPerSecond,
    practicalFlopsPerSecond: { kind: "unknown" },
    practicalBytesPerSecond: { kind: "unknown" },
  };
}

const anyStep = fc
  .record({
    batch: fc.integer({ min: 1, max: 512 }),
    tokens: fc.integer({ min: 1, max: 20_000 }),
    isDecode: fc.boolean(),
  })
  .map(({ batch, tokens, isDecode }): MeasuredStep => {
    const seconds = { median: 1, lowerQuartile: 1, upperQuartile: 1, min: 1, max: 1, n: 1 };
    const shared = { launch: "eager" as const, batch, callsEach: 1, seconds };
    return isDecode
      ? { ...shared, phase: "decode", contextTokens: tokens }
      : { ...shared, phase: "prefill", promptTokens: tokens };
  });

test("property: the expected time is at least each of its parts, and the leading part is close", () => {
  const servedModel = toServedModel(pretended.decoder);
  const launchTimes = fc.option(fc.double({ min: 1e-6, max: 1, noNaN: true }));
  fc.assert(
    fc.property(anyStep, anyCeilings, launchTimes, (step, ceilings, launchSeconds) => {
      const roof = roofWith(ceilings.flopsPerSecond, ceilings.bytesPerSecond);
      const { memorySeconds, computeSeconds, expectedSeconds, bottleneck, closeBottlenecks } = expectStep(
        servedModel,
        step,
        {
          roof,
          launchSeconds,
        },
      );
      const parts = { memory: memorySeconds, compute: computeSeconds, overhead: launchSeconds ?? 0 };
      expect(expectedSeconds).toBeGreaterThanOrEqual(Math.max(...Object.values(parts)) * (1 - 1e-12));
      expect(parts[bottleneck]).toBe(Math.max(...Object.values(parts)));
      expect(closeBottlenecks).toContain(bottleneck);
    }),
  );
});
