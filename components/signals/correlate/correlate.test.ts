import { expect, test } from "vitest";
import type { Answer } from "@/lib/model/answer";
import type { Unit } from "@/lib/model/units";
import type { SignalId } from "@/lib/model/signals/signals";
import { createCheckRow } from "@/tests/support/sample-data/check-row";
import { createEmptyAnswer } from "@/tests/support/sample-data/empty-answer";
import { explainEmptyAxis } from "@/lib/sentences/signals/correlation/axis-series";
import { createPair, toPairPoints } from "@/lib/sentences/signals/correlation/pair";
import { formatPairCsv } from "./pair-csv";
import { choosePresetPair, pairPresets, findAvailableSignals } from "./presets";
import { computeRelation } from "./relate";
import {
  strengthScaleSentence,
  relationFacts,
  relationSentence,
  relationWarnings,
} from "@/lib/sentences/signals/correlation/relation-text";
import { createAxisPanel } from "./axis-panel";

const stepMs = 60_000;
const startMs = 1_800_000_000_000;

interface Row {
  readonly signal: SignalId;
  readonly statistic: "p95" | "mean" | "rate" | "value";
  readonly unit: Unit;
  readonly values: readonly (number | null)[];
}

function answer(rows: readonly Row[], fromMs = startMs): Answer {
  const headline = { kind: "absent", reason: "no-traffic", detail: "No request arrived." } as const;
  return createEmptyAnswer(
    { startMs: fromMs, stepMs, pointCount: rows[0]?.values.length ?? 0 },
    { series: rows.map((row) => ({ ...row, absence: [], headline })) },
  );
}

const requests = (values: readonly (number | null)[]): Row => ({
  signal: "requests",
  statistic: "rate",
  unit: "requests-per-second",
  values,
});
const tpot = (values: readonly (number | null)[], statistic: "p95" | "mean" = "p95"): Row => ({
  signal: "tpot",
  statistic,
  unit: "seconds",
  values,
});

test("joins two answers by time in display units and leaves gaps where a side is missing", () => {
  const left = answer([requests([1, 2, null, 4])]);
  const right = answer([tpot([0.02, 0.03, 0.04, 0.05])], startMs + stepMs);
  const pair = createPair(left, right)!;
  expect(toPairPoints(pair, null)).toEqual([
    { timeMs: startMs + stepMs, x: 2, y: 20 },
    { timeMs: startMs + 3 * stepMs, x: 4, y: 40 },
  ]);
  expect(pair.y.name).toBe("TPOT p95");
  expect(pair.y.format(20)).toBe("20.0\u202fms");
});

test("uses and names the mean when there is no percentile", () => {
  const pair = createPair(
    answer([requests([1, 2])]),
    answer([tpot([null, null]), tpot([0.02, 0.03], "mean")]),
  )!;
  expect(pair.y.name).toBe("TPOT mean");
});

test("returns null and a reason when a side has no values", () => {
  const empty = answer([tpot([null, null])]);
  expect(createPair(answer([requests([1, 2])]), empty)).toBeNull();
  expect(explainEmptyAxis(empty)).toContain("No request arrived.");
});

test("writes every point of the grid to CSV, with empty cells for missing values", () => {
  const csv = formatPairCsv(createPair(answer([requests([1, null])]), answer([tpot([0.02, 0.03])]))!, null);
  expect(csv.split("\r\n")).toEqual([
    "time,requests (req/s),TPOT p95 (ms)",
    `${new Date(startMs).toISOString()},1,20`,
    `${new Date(startMs + stepMs).toISOString()},,30`,
  ]);
});

/** Deterministic numbers with little autocorrelation. */
function noise(count: number, seed: number): Float64Array {
  let state = seed;
  return Float64Array.from({ length: count }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  });
}

const goOn = { nowMs: () => performance.now(), pause: async () => "continue" as const };
const names = { x: "requests", y: "TTFT p95" };

test("reports direction, strength and interval of a correlation, and none where there is none", async () => {
  const xs = noise(200, 7);
  const related = await computeRelation(
    { xs, ys: xs.map((x, index) => x * 2 + (noise(200, 9)[index] ?? 0) / 4), stepMs },
    goOn,
  );
  expect(relationSentence(related!, names)).toMatch(
    /^TTFT p95 rises very strongly with requests: Spearman 0\.9/,
  );
  expect(Object.fromEntries(relationFacts(related!, names))["Pairs, n"]).toBe("200");
  const unrelated = await computeRelation({ xs, ys: noise(200, 1_234_567), stepMs }, goOn);
  expect(relationSentence(unrelated!, names)).toContain(
    "No correlation between TTFT p95 and requests was found",
  );
});

test("reports which signal lags and by how long", async () => {
  const xs = noise(240, 7);
  const ys = Float64Array.from(xs, (_, index) => -(xs[index - 4] ?? Number.NaN));
  const facts = Object.fromEntries(relationFacts((await computeRelation({ xs, ys, stepMs }, goOn))!, names));
  expect(facts["Best lag"]).toContain("TTFT p95 follows requests by 4\u202fmin (r −1.00");
});

test("makes the verb agree with the name of the signal", async () => {
  const xs = noise(240, 7);
  const ys = Float64Array.from(xs, (_, index) => -(xs[index - 4] ?? Number.NaN));
  const relation = (await computeRelation({ xs, ys, stepMs }, goOn))!;
  const bestLagText = (y: string): string =>
    Object.fromEntries(relationFacts(relation, { x: "GPU power", y }))["Best lag"] ?? "";
  expect(bestLagText("requests")).toContain("requests follow GPU power");
  expect(bestLagText("batch tokens p95")).toContain("batch tokens p95 follows GPU power");
  expect(bestLagText("power")).toContain("power follows GPU power");
  const straight = (await computeRelation({ xs, ys: xs, stepMs }, goOn))!;
  expect(relationSentence(straight, { x: "GPU power", y: "requests" })).toMatch(
    /^requests rise very strongly/,
  );
});

test("warns when two unrelated signals share a trend", async () => {
  const [one, other] = [noise(200, 7), noise(200, 1_234_567)];
  const relation = await computeRelation(
    { xs: one.map((x, index) => index + x * 9), ys: other.map((y, index) => index * 3 + y * 20), stepMs },
    goOn,
  );
  const warnings = relationWarnings(relation!, names).join(" ");
  expect(warnings).toMatch(/^Requests and TTFT p95 both have a trend in this window/);
  expect(warnings).toContain("the trend alone may cause this result");
});

test("reports too few points, no change and missing sides instead of a number", async () => {
  const few = await computeRelation({ xs: noise(5, 7), ys: noise(5, 9), stepMs }, goOn);
  expect(relationSentence(few!, names)).toContain("Inconclusive: only 5 points have both values");
  expect(relationFacts(few!, names)).toEqual([]);
  const flat = await computeRelation({ xs: noise(60, 7), ys: new Float64Array(60).fill(3), stepMs }, goOn);
  expect(relationSentence(flat!, names)).toBe("Inconclusive: TTFT p95 did not change in this window.");
  const holes = noise(60, 9).map((y, index) => (index % 3 === 0 ? Number.NaN : y));
  const partly = await computeRelation({ xs: noise(60, 7), ys: holes, stepMs }, goOn);
  expect(relationWarnings(partly!, names).join(" ")).toContain("20 points were excluded");
});

test("words the strength by the end of the interval that is nearer to 0", () => {
  const strengthSentence = (value: number, lower: number, upper: number): string => {
    const strength = { value, lower, upper };
    const correlation = { kind: "correlation", pearson: strength, spearman: strength } as const;
    const counts = { n: 100, incompletePairs: 0, effectiveN: 90, blockLength: 5 };
    return relationSentence({ correlation: { ...correlation, ...counts } }, names);
  };
  expect(strengthSentence(0.8, 0.41, 0.93)).toContain(
    "rises at least moderately with requests: Spearman 0.80, 0.41 to 0.93.",
  );
  expect(strengthSentence(0.8, 0.72, 0.88)).toContain("rises strongly with requests");
  expect(strengthSentence(-0.95, -0.98, -0.9)).toContain("falls very strongly with requests");
  expect(strengthSentence(-0.6, -0.8, -0.1)).toContain("falls at least weakly with requests");
  expect(strengthSentence(0.5, 0.02, 0.8)).toContain("rises, perhaps negligibly, with requests");
  expect(strengthSentence(0.1, -0.1, 0.3)).toContain("No correlation");
  expect(strengthScaleSentence).toBe(
    "The words for strength are a convention: weakly from 0.1, moderately from 0.4, strongly from 0.7, very strongly from 0.9.",
  );
});

test("pauses after every resample and every lag, so that no chunk is long", async () => {
  const columns = { xs: noise(240, 7), ys: noise(240, 9), stepMs };
  let [clockMs, pauses] = [0, 0];
  const eachStepIsASlice = {
    nowMs: () => (clockMs += 1_000),
    pause: async () => {
      pauses += 1;
      return "continue" as const;
    },
  };
  const related = await computeRelation(columns, eachStepIsASlice);
  expect(related).toEqual(await computeRelation(columns, goOn));
  // Resamples of the values and of their changes, and lags of up to an hour in both directions.
  expect(pauses).toBeGreaterThan(1_000 + 1_000 + 2 * 60);
});

test("stops computing when cancelled", async () => {
  const pauses: string[] = [];
  const stop = async () => {
    pauses.push("pause");
    return "end" as const;
  };
  expect(
    await computeRelation({ xs: noise(60, 7), ys: noise(60, 9), stepMs }, { ...goOn, pause: stop }),
  ).toBeUndefined();
  expect(pauses).toHaveLength(1);
});

test("offers the signals that the deployment has, including idle ones", () => {
  const available = findAvailableSignals(
    ["gpu"],
    [
      createCheckRow("flops", "without-data", "metric-absent"),
      createCheckRow("ttft", "without-data", "no-traffic"),
      createCheckRow("tpot", "with-data", null),
    ],
  ).map(({ id }) => id);
  expect(available).toContain("ttft");
  expect(available).toContain("gpu-power");
  expect(available).not.toContain("flops");
  expect(available).not.toContain("host-cpu");
});

test("correlates throughput with the best available measure of GPU activity, or with none", () => {
  const [, , gpu] = pairPresets;
  expect(choosePresetPair(gpu!, new Set(["output-tokens", "gpu-utilisation", "gpu-engine-active"]))).toEqual({
    x: "gpu-engine-active",
    y: "output-tokens",
  });
  expect(choosePresetPair(gpu!, new Set(["output-tokens"]))).toBeNull();
});

test("requests the percentile of a distribution, and its mean as a fallback", () => {
  expect(createAxisPanel("y", "ttft").statistics).toEqual(["p95", "mean"]);
  expect(createAxisPanel("x", "kv-usage").statistics).toEqual(["value"]);
});
