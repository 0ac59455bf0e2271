/**
 * Rates of a deployment that was scraped for less than the headline's five minutes, or with missing scrapes, on a
 * real Prometheus. The true rate is always two requests per second.
 */
import { allSources, requireReadableSource } from "@/lib/model/sources/source-scope";
import { afterAll, beforeAll, expect, test } from "vitest";
import { engineById } from "@/lib/engines";
import { compileSignal } from "@/lib/semantic/compile/compile";
import { listPlanQueries } from "@/lib/semantic/compile/plan";
import type { QueryContext } from "@/lib/semantic/compile/scope-selectors";
import { readPromqlInstant } from "@/lib/services/series/prometheus";
import { readRateWindow } from "@/lib/services/signals/rate-window";
import { openFrozenFixture, type FrozenFixture } from "@/tests/support/server/frozen-fixture";

const birthMs = Date.UTC(2026, 9, 1, 12);
const truth = 2;
const spacingMs = 15_000;

/** Prometheus scrapes it since its birth, although it has served requests for much longer. */
const young = { model: "young", times: scrapes(0, 600_000) };
/** Prometheus was unavailable for three minutes. */
const interrupted = { model: "interrupted", times: [...scrapes(-600_000, 0), ...scrapes(180_000, 600_000)] };

/** The process was down for three minutes and then restarted its counters at zero. */
const restartedMs = birthMs + 180_000;
const restarted = { model: "restarted", times: interrupted.times };
/** Another process replaced it after three minutes without a process. */
const replaced = { model: "replaced", times: interrupted.times };

function scrapes(fromMs: number, toMs: number): readonly number[] {
  const count = Math.floor((toMs - fromMs) / spacingMs);
  return Array.from({ length: count }, (_unused, index) => birthMs + fromMs + index * spacingMs);
}

const began = ({ model }: { readonly model: string }, atMs: number): number =>
  atMs >= restartedMs && (model === "restarted" || model === "replaced") ? restartedMs : birthMs - 50_000_000;
const instanceOf = ({ model }: { readonly model: string }, atMs: number): string =>
  model === "replaced" && atMs >= restartedMs ? "new" : "old";

function write(metric: string, type: "counter" | "gauge", valueAfter: (livedMs: number) => number): string {
  const name = type === "counter" ? `${metric}_total` : metric;
  const rows = [young, interrupted, restarted, replaced].flatMap((one) =>
    one.times.map((atMs) => {
      const labels = `model_name="${one.model}",finished_reason="stop",instance="${instanceOf(one, atMs)}"`;
      return `${name}{${labels}} ${valueAfter(atMs - began(one, atMs))} ${atMs / 1_000}`;
    }),
  );
  return [`# TYPE ${metric} ${type}`, ...rows].join("\n");
}

const openMetrics = [
  write("vllm:num_requests_running", "gauge", () => 3),
  write("vllm:request_success", "counter", (livedMs) => (truth * livedMs) / 1_000),
  write("vllm:prompt_tokens", "counter", (livedMs) => livedMs),
  "# EOF\n",
].join("\n");

function contextOf(model: string): QueryContext {
  const selectors = [{ model_name: model }];
  const deployment = {
    pools: [{ role: "both" as const, selectors }],
    attachments: [],
    metricNames: [],
    copyLabels: [],
  };
  return { engine: engineById("vllm"), deployment, scope: { deployment: model } };
}

let stage: FrozenFixture;

beforeAll(async () => {
  stage = await openFrozenFixture(openMetrics);
});
afterAll(async () => {
  await stage.close();
});

interface RateSample {
  readonly windowMs: number | null;
  readonly rate: number;
}

async function rateOver(model: string, windowMs: number, atMs: number): Promise<number> {
  const [promql = ""] = listPlanQueries(compileSignal("requests", "rate", contextOf(model), windowMs));
  const { vector } = await readPromqlInstant({
    source: requireReadableSource("prometheus", allSources),
    promql,
    atMs,
  });
  return vector.samples[0]?.value ?? Number.NaN;
}

async function readRate(model: string, afterMs: number): Promise<RateSample> {
  const atMs = birthMs + afterMs;
  const queryContext = contextOf(model);
  const window = await readRateWindow({
    queryContext,
    source: requireReadableSource("prometheus", allSources),
    atMs,
    isLive: false,
    signal: undefined,
  });
  if (!window.isCovered) return { windowMs: null, rate: Number.NaN };
  return { windowMs: window.windowMs, rate: await rateOver(model, window.windowMs, atMs) };
}

test("a rate over five minutes is far too low for a deployment that is one minute old", async () => {
  expect(await rateOver("young", 300_000, birthMs + 65_000)).toBeLessThan(truth / 3);
});

/**
 * Queries at times whose step is not a multiple of the scrape interval, so that every distance to the last scrape
 * occurs.
 */
async function readRates(model: string, fromMs: number, toMs: number): Promise<readonly RateSample[]> {
  const samples: RateSample[] = [];
  for (let afterMs = fromMs; afterMs < toMs; afterMs += 7_000) samples.push(await readRate(model, afterMs));
  return samples;
}

test("every rate reported for a young deployment is correct, and its window grows to five minutes", async () => {
  const samples = await readRates("young", 1_000, 400_000);
  const rates = samples.filter(({ windowMs }) => windowMs !== null);
  // No rate is reported before the second scrape, and one is reported after the third at the latest.
  expect(samples.length - rates.length).toBeGreaterThanOrEqual(2);
  expect(samples.length - rates.length).toBeLessThanOrEqual(5);
  for (const { rate } of rates) expect(rate).toBeCloseTo(truth, 9);
  const windows = rates.map(({ windowMs }) => windowMs);
  expect([...new Set(windows)]).toEqual([30_000, 60_000, 120_000, 180_000, 240_000, 300_000]);
});

test("every rate is correct after a gap of three minutes, both with the gap inside the window and before it", async () => {
  const samples = await readRates("interrupted", 181_000, 600_000);
  const rates = samples.filter(({ windowMs }) => windowMs !== null);
  expect(rates).toHaveLength(samples.length);
  for (const { rate } of rates) expect(rate).toBeCloseTo(truth, 9);
  expect(new Set(rates.map(({ windowMs }) => windowMs)).size).toBeGreaterThan(2);
});

test.each([restarted, replaced])(
  "a $model process reports its rate since the restart, not diluted by its downtime",
  async ({ model }) => {
    const samples = await readRates(model, 181_000, 600_000);
    const rates = samples.filter(({ windowMs }) => windowMs !== null);
    expect(samples.length - rates.length).toBeLessThanOrEqual(5);
    for (const { rate } of rates) expect(rate).toBeCloseTo(truth, 9);
    expect(rates.at(-1)?.windowMs).toBe(300_000);
  },
);
