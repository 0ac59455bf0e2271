/**
 * The rates of a deployment that was scraped for less than the headline's five minutes, or of which some of them are missing,
 * on a real Prometheus: known truth is two requests a second, always.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { engineById } from "@/lib/engines";
import { compileSignal } from "@/lib/semantic/compile";
import { queriesOf } from "@/lib/semantic/plan";
import type { QueryContext } from "@/lib/semantic/scope-selectors";
import { forgetProcessMemory } from "@/lib/server/memory";
import { readInstant } from "@/lib/services/series/read-series";
import { readRateWindow } from "@/lib/services/signals/rate-window";
import { openFrozenFixture, type FrozenFixture } from "@/tests/support/frozen-fixture";

const birthMs = Date.UTC(2026, 9, 1, 12);
const truth = 2;
const spacingMs = 15_000;

/** Seen by Prometheus from birth on, though it has served long before. */
const young = { model: "young", times: scrapes(0, 600_000) };
/** Prometheus was away for three minutes. */
const interrupted = { model: "interrupted", times: [...scrapes(-600_000, 0), ...scrapes(180_000, 600_000)] };

/** The process was dead for three minutes and counts from zero since. */
const rebornMs = birthMs + 180_000;
const restarted = { model: "restarted", times: interrupted.times };
/** Another process took over after three minutes in which there was none. */
const replaced = { model: "replaced", times: interrupted.times };

function scrapes(fromMs: number, toMs: number): readonly number[] {
  const count = Math.floor((toMs - fromMs) / spacingMs);
  return Array.from({ length: count }, (_unused, index) => birthMs + fromMs + index * spacingMs);
}

const began = ({ model }: { readonly model: string }, atMs: number): number =>
  atMs >= rebornMs && (model === "restarted" || model === "replaced") ? rebornMs : birthMs - 50_000_000;
const instanceOf = ({ model }: { readonly model: string }, atMs: number): string =>
  model === "replaced" && atMs >= rebornMs ? "new" : "old";

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

function placeOf(model: string): QueryContext {
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

interface Told {
  readonly windowMs: number | null;
  readonly rate: number;
}

async function rateOver(model: string, windowMs: number, atMs: number): Promise<number> {
  const [promql = ""] = queriesOf(compileSignal("requests", "rate", placeOf(model), windowMs));
  const { vector } = await readInstant({ sourceSlug: "prometheus", promql, atMs });
  return vector.samples[0]?.value ?? Number.NaN;
}

async function tell(model: string, afterMs: number): Promise<Told> {
  // Here minutes pass in no time, and what is remembered of spacings would not grow old.
  forgetProcessMemory("spacing-reader");
  const atMs = birthMs + afterMs;
  const place = placeOf(model);
  const window = await readRateWindow({
    queryContext: place,
    sourceSlug: "prometheus",
    atMs,
    signal: undefined,
  });
  if (!window.isCovered) return { windowMs: null, rate: Number.NaN };
  return { windowMs: window.windowMs, rate: await rateOver(model, window.windowMs, atMs) };
}

test("five minutes would say far too little of a deployment that is one minute old", async () => {
  expect(await rateOver("young", 300_000, birthMs + 65_000)).toBeLessThan(truth / 3);
});

/** Steps that are no multiple of the spacing meet every distance between a scrape and the question. */
async function tellThrough(model: string, fromMs: number, toMs: number): Promise<readonly Told[]> {
  const told: Told[] = [];
  for (let afterMs = fromMs; afterMs < toMs; afterMs += 7_000) told.push(await tell(model, afterMs));
  return told;
}

test("of a young deployment every rate that is told is the true one, and the window grows to five minutes", async () => {
  const told = await tellThrough("young", 1_000, 400_000);
  const rates = told.filter(({ windowMs }) => windowMs !== null);
  // Nothing is told before the second scrape, and not later than after the third.
  expect(told.length - rates.length).toBeGreaterThanOrEqual(2);
  expect(told.length - rates.length).toBeLessThanOrEqual(5);
  for (const { rate } of rates) expect(rate).toBeCloseTo(truth, 9);
  const windows = rates.map(({ windowMs }) => windowMs);
  expect([...new Set(windows)]).toEqual([30_000, 60_000, 120_000, 180_000, 240_000, 300_000]);
});

test("when three minutes are missing every rate that is told is the true one too, whether the hole lies in its window or before", async () => {
  const told = await tellThrough("interrupted", 181_000, 600_000);
  const rates = told.filter(({ windowMs }) => windowMs !== null);
  expect(rates).toHaveLength(told.length);
  for (const { rate } of rates) expect(rate).toBeCloseTo(truth, 9);
  expect(new Set(rates.map(({ windowMs }) => windowMs)).size).toBeGreaterThan(2);
});

test.each([restarted, replaced])(
  "a $model process tells its rate since it is back, not thinned by the time it was dead",
  async ({ model }) => {
    const told = await tellThrough(model, 181_000, 600_000);
    const rates = told.filter(({ windowMs }) => windowMs !== null);
    expect(told.length - rates.length).toBeLessThanOrEqual(5);
    for (const { rate } of rates) expect(rate).toBeCloseTo(truth, 9);
    expect(rates.at(-1)?.windowMs).toBe(300_000);
  },
);
