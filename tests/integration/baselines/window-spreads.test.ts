/**
 * Variation between windows of a deployment's history on a real Prometheus and PostgreSQL. Every hour has a known TTFT,
 * rate and number of instances.
 */
import { mean, sampleStandardDeviation } from "simple-statistics";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { POST } from "@/app/api/v1/window-spreads/route";
import type { BetweenWindowsSpread, WindowSpreadsResponse } from "@/lib/contracts/ranges/window-spreads";
import { allSources } from "@/lib/model/sources/source-scope";
import type { Question } from "@/lib/model/question";
import { assertPresent } from "@/lib/base/assert";
import { getDatabase } from "@/lib/server/db/client";
import { deleteProcessState } from "@/lib/server/process-state";
import { systemPrincipal } from "@/lib/server/principal";
import { readBaselineDocument } from "@/lib/services/baselines/read-baseline-document";
import { requestCapture } from "@/lib/services/baselines/request-capture";
import { captureBaseline } from "@/lib/services/captures/capture-baseline";
import { readAndCompareSides } from "@/lib/services/comparisons/read-and-compare-sides";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { answerQuestion } from "@/lib/services/signals/answer-question";
import {
  fixtureNowMs,
  fixtureTailMs,
  openStoredFixture,
  type StoredFixture,
} from "@/tests/support/server/stored-fixture";

const [minuteMs, hourMs] = [60_000, 3_600_000];
/** End of the compared window of an hour. */
const endMs = Date.UTC(2026, 9, 1, 11);
const hourCount = 28;
const startMs = endMs - (hourCount + 1) * hourMs;
/** The second instance serves in the last half of the history. */
const secondFromMs = endMs - 14 * hourMs;
const edges = [0.1, 0.25, 0.5, 1] as const;

const hourOf = (atMs: number): number => Math.ceil((endMs - atMs + 1) / hourMs) - 1;
/** Every fourth hour has twice the load. */
const isBusy = (hour: number): boolean => hour % 4 === 3;
const ttftOf = (hour: number): number => (isBusy(hour) ? 0.8 : 0.3 + 0.01 * ((hour * 7) % 5));
const equalHours = Array.from({ length: hourCount }, (_, hour) => hour).filter((hour) => !isBusy(hour));

function linesOf(instance: string, fromMs: number): readonly string[] {
  const labels = `job="llm",instance="${instance}",model_name="chat"`;
  let [count, sum] = [0, 0];
  const buckets = edges.map(() => 0);
  const lines: string[] = [];
  for (let atMs = fromMs; atMs <= fixtureNowMs + fixtureTailMs; atMs += minuteMs) {
    const ttft = ttftOf(hourOf(atMs));
    const requests = isBusy(hourOf(atMs)) ? 40 : 20;
    count += requests;
    sum += requests * ttft;
    for (const [index, edge] of edges.entries())
      buckets[index] = (buckets[index] ?? 0) + (ttft <= edge ? requests : 0);
    const at = atMs / 1_000;
    lines.push(
      `vllm:num_requests_running{${labels}} 4 ${at}`,
      `up{job="llm",instance="${instance}"} 1 ${at}`,
      `vllm:request_success_total{${labels},finished_reason="stop"} ${count} ${at}`,
      ...edges.map(
        (edge, index) =>
          `vllm:time_to_first_token_seconds_bucket{${labels},le="${edge}"} ${buckets[index]} ${at}`,
      ),
      `vllm:time_to_first_token_seconds_bucket{${labels},le="+Inf"} ${count} ${at}`,
      `vllm:time_to_first_token_seconds_sum{${labels}} ${sum} ${at}`,
      `vllm:time_to_first_token_seconds_count{${labels}} ${count} ${at}`,
    );
  }
  return lines;
}

let stage: StoredFixture;

beforeAll(async () => {
  stage = await openStoredFixture(
    [...linesOf("a", startMs), ...linesOf("b", secondFromMs), "# EOF\n"].join("\n"),
  );
  await stage.begin();
  expect(await discoverDeployments()).toMatchObject({ discoveredCount: 1, isStored: true });
});
beforeEach(() => {
  for (const name of ["signal-spreads", "history-loads"]) deleteProcessState(name);
});
afterAll(() => stage.close());

async function readSpreads(lengthMs = hourMs): Promise<readonly BetweenWindowsSpread[]> {
  const body = {
    deployment: "chat",
    window: { from: String(endMs - lengthMs), to: String(endMs) },
    series: [
      { signal: "ttft", statistic: "mean" },
      { signal: "ttft", statistic: "p95" },
      { signal: "requests", statistic: "rate" },
    ],
  };
  const request = new Request("http://localhost:3000/api/v1/window-spreads", {
    method: "POST",
    headers: { host: "localhost:3000", "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const response = await POST(request, { params: Promise.resolve({}) });
  const { spreads } = (await response.json()) as WindowSpreadsResponse;
  return spreads;
}

/** Repeats the request like a page until every spread is known. */
async function readUntilKnown(lengthMs?: number): Promise<readonly BetweenWindowsSpread[]> {
  for (;;) {
    const spreads = await readSpreads(lengthMs);
    if (spreads.every(({ state }) => state !== "pending")) return spreads;
  }
}

test("windows at equal load per instance have the deviation of the generator", async () => {
  const [ofMean, , ofRate] = await readUntilKnown();
  const means = equalHours.map(ttftOf);
  expect(ofMean).toEqual({
    state: "known",
    windowCount: equalHours.length,
    standardDeviationRatio: expect.closeTo(sampleStandardDeviation(means) / mean(means), 9),
  });
  // Half of the hours had one instance. The total rate varies, but the rate per instance does not.
  expect(ofRate).toMatchObject({ state: "known", windowCount: equalHours.length });
  expect(ofRate?.state === "known" ? ofRate.standardDeviationRatio : null).toBeLessThan(0.05);
});

test("an excluded hour is not a window of the history", async () => {
  const excluded = { startMs: endMs - 6 * hourMs, endMs: endMs - 5 * hourMs };
  const { id } = await getDatabase().event.create({
    data: {
      kind: "exclusion",
      reason: "incident",
      title: "Incident",
      at: new Date(excluded.startMs),
      endAt: new Date(excluded.endMs),
    },
  });
  const [ofMean] = await readUntilKnown();
  await getDatabase().event.delete({ where: { id } });
  expect(ofMean).toMatchObject({ state: "known", windowCount: equalHours.length - 1 });
});

test("a window of which the history has fewer than six leaves the default margin", async () => {
  const [ofMean] = await readUntilKnown(12 * hourMs);
  expect(ofMean).toMatchObject({ state: "known" });
  expect(ofMean?.state === "known" ? ofMean.windowCount : Number.NaN).toBeLessThan(6);
});

test("an answer states the mean number of ready instances, which a comparison divides the load by", async () => {
  const question = (from: number, to: number): Question => ({
    v: 1,
    signals: ["ttft"],
    statistics: ["p95"],
    scope: { deployment: "chat" },
    window: { from: String(from), to: String(to) },
    extras: ["window-summary"],
  });
  const read = (from: number, to: number) => answerQuestion(question(from, to), { sourceScope: allSources });
  expect((await read(endMs - 2 * hourMs, endMs)).readyInstances).toBe(2);
  expect((await read(secondFromMs - 3 * hourMs, secondFromMs - hourMs)).readyInstances).toBe(1);
  const { readyInstances: changing } = await read(secondFromMs - hourMs, secondFromMs + hourMs);
  expect(changing).toBeGreaterThan(1.45);
  expect(changing).toBeLessThan(1.55);
  const { extras: _extras, ...plain } = question(endMs - 2 * hourMs, endMs);
  expect(await answerQuestion(plain, { sourceScope: allSources })).not.toHaveProperty("readyInstances");
});

/** Captures a window with this end, of which the spreads are stored with the baseline. */
async function capture(name: string, toMs: number, lengthMs = hourMs): Promise<string> {
  const body = {
    deployment: "chat",
    from: String(toMs - lengthMs),
    to: String(toMs),
    name,
    load: {},
    expiresAtMs: null,
  };
  const { baseline } = await requestCapture({
    body,
    params: {},
    query: {},
    principal: systemPrincipal,
    requestId: "capture",
    signal: AbortSignal.timeout(30_000),
  });
  await captureBaseline(systemPrincipal, baseline.id);
  return baseline.id;
}

test("a baseline stores the deviation of its history, and a comparison reads no history", async () => {
  const before = await capture("Before", endMs);
  const document = assertPresent(await readBaselineDocument(before), "the capture is complete");
  const means = equalHours.map(ttftOf);
  const expected = {
    windowCount: equalHours.length,
    standardDeviationRatio: expect.closeTo(sampleStandardDeviation(means) / mean(means), 9),
  };
  const key = { signal: "ttft", statistic: "mean" } as const;
  expect(document.historySpreads).toContainEqual({ ...key, windowMs: hourMs, ...expected });
  expect(document.historySpreads).toContainEqual(expect.objectContaining({ ...key, windowMs: hourMs / 2 }));
  const after = await capture("After", endMs + hourMs);
  const compare = (afterId: string, historyWaitMs: number) =>
    readAndCompareSides({
      before: { kind: "baseline", id: before },
      after: { kind: "baseline", id: afterId },
      statistic: "mean",
      factor: null,
      isStrict: false,
      historyWaitMs,
      reader: systemPrincipal,
      signal: AbortSignal.timeout(30_000),
    });
  const { comparison, isMarginPending } = await compare(after, 0);
  expect(isMarginPending).toBe(false);
  const row = comparison?.rows.find(({ signal, statistic }) => signal === "ttft" && statistic === "mean");
  expect(row).toMatchObject({
    marginSource: "history",
    comparison: { margin: { basis: { kind: "windows", ...expected } } },
  });

  const { historySpreads: _spreads, instanceRange: _range, load, ...rest } = document;
  const { requestCounting: _counting, meanInstanceCount: _count, ...firstLoad } = load;
  const first = { ...rest, load: firstLoad, schemaVersion: 1 };
  await getDatabase().baseline.update({
    where: { id: before },
    data: { document: JSON.parse(JSON.stringify(first)), contentHash: "first" },
  });
  for (const name of ["signal-spreads", "history-loads"]) deleteProcessState(name);
  expect((await compare(after, 0)).isMarginPending).toBe(true);
  const complete = await compare(after, 30_000);
  expect(complete.isMarginPending).toBe(false);
  expect(complete.comparison?.rows).toEqual(comparison?.rows);
});

test("a baseline with six hours of which five have equal load uses the history for windows of an hour", async () => {
  const before = await capture("Six hours", endMs, 6 * hourMs);
  const after = await capture("One hour", endMs + hourMs);
  const { comparison } = await readAndCompareSides({
    before: { kind: "baseline", id: before },
    after: { kind: "baseline", id: after },
    statistic: "mean",
    factor: null,
    isStrict: false,
    historyWaitMs: 30_000,
    reader: systemPrincipal,
    signal: AbortSignal.timeout(60_000),
  });
  const row = comparison?.rows.find(({ signal, statistic }) => signal === "ttft" && statistic === "mean");
  expect(row).toMatchObject({
    marginSource: "history",
    comparison: { margin: { basis: { kind: "windows", windowCount: equalHours.length } } },
  });
});
