/** Eight weeks of a gauge with a daily pattern in a real Prometheus: the usual range and the cost of its queries. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { POST } from "@/app/api/v1/usual-ranges/route";
import type { UsualRangeOutcome, UsualRangesResponse } from "@/lib/contracts/ranges/usual-ranges";
import { getDatabase } from "@/lib/server/db/client";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { computeHourOfWeekUtc } from "@/lib/services/signals/history-chunks";
import {
  openStoredFixture,
  fixtureTailMs,
  fixtureNowMs,
  type StoredFixture,
} from "@/tests/support/server/stored-fixture";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const sampleMs = 600_000;
const endMs = fixtureNowMs;
const startMs = Math.floor((endMs - 56 * dayMs) / hourMs) * hourMs;
/** Two days of load test, some days ago. */
const loadTest = { fromMs: startMs + 50 * dayMs, toMs: startMs + 52 * dayMs };

const windowOf = (hours: number) => ({ from: String(endMs - hours * hourMs), to: String(endMs) });

/** Constant within an hour, so that the hourly mean does not depend on the samples. */
function levelOf(hourStartMs: number): number {
  const isLoadTest = hourStartMs >= loadTest.fromMs && hourStartMs < loadTest.toMs;
  const hour = computeHourOfWeekUtc(hourStartMs);
  const wobble = Math.sin(hourStartMs / hourMs / 7);
  return (100 + (hour % 24) * 2 + (hour >= 120 ? -60 : 0) + wobble) * (isLoadTest ? 10 : 1);
}

function history(): string {
  // No sample at a full hour: Prometheus 2 includes the sample at the start of a range, Prometheus 3 does not.
  const times: number[] = [];
  const untilMs = endMs + fixtureTailMs;
  for (let atMs = startMs + sampleMs / 2; atMs <= untilMs; atMs += sampleMs) times.push(atMs);
  const lines = times.map((atMs) => {
    const level = levelOf(Math.floor(atMs / hourMs) * hourMs);
    return `vllm:num_requests_running{instance="a",job="llm",model_name="chat"} ${level} ${atMs / 1_000}`;
  });
  return ["# TYPE vllm:num_requests_running gauge", ...lines, "# EOF\n"].join("\n");
}

let stage: StoredFixture;

beforeAll(async () => {
  stage = await openStoredFixture(history());
  await stage.begin();
  expect(await discoverDeployments()).toMatchObject({ discoveredCount: 1, isStored: true });
});

afterAll(() => stage.close());

type Known = Extract<UsualRangeOutcome, { state: "known" }>;

async function requestRange(window = windowOf(1), signal = "running"): Promise<UsualRangeOutcome> {
  const body = { deployment: "chat", window, series: [{ signal, statistic: "value" }] };
  const request = new Request("http://localhost:3000/api/v1/usual-ranges", {
    method: "POST",
    headers: { host: "localhost:3000", "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const response = await POST(request, { params: Promise.resolve({}) });
  expect(response.status).toBe(200);
  const { ranges } = (await response.json()) as UsualRangesResponse;
  expect(ranges).toHaveLength(1);
  return ranges[0]!;
}

async function readKnownRange(window = windowOf(1)): Promise<Known> {
  const answer = await vi.waitUntil(
    async () => {
      const one = await requestRange(window);
      return one.state === "pending" ? undefined : one;
    },
    { timeout: 60_000, interval: 50 },
  );
  if (answer.state !== "known") throw new Error(`not known: ${JSON.stringify(answer)}`);
  return answer;
}

/** Range queries that Prometheus has answered. */
async function rangeQueries(): Promise<number> {
  const text = await (await fetch(`${stage.prometheusUrl}/metrics`)).text();
  return [...text.matchAll(/^prometheus_http_requests_total\{[^}]*query_range"[^}]*\} (\d+)/gm)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );
}

/**
 * Independent implementation of the rule: hours of the same kind of day, at most an hour hoursApart, at least half a day
 * old.
 */
function similarHourValues(
  requestedAtMs: number,
  isExcluded: (hourMs: number) => boolean,
): readonly number[] {
  const values: number[] = [];
  const requestedHour = computeHourOfWeekUtc(requestedAtMs);
  for (let atMs = startMs; atMs <= requestedAtMs - dayMs / 2; atMs += hourMs) {
    const hour = computeHourOfWeekUtc(atMs);
    const hoursApart = Math.abs((hour % 24) - (requestedHour % 24));
    if (hour >= 120 === requestedHour >= 120 && (hoursApart <= 1 || hoursApart === 23) && !isExcluded(atMs))
      values.push(levelOf(atMs));
  }
  return values;
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return Number.isInteger(middle) ? (sorted[middle - 1]! + sorted[middle]!) / 2 : sorted[Math.floor(middle)]!;
}

test("returns the median of similar hours, and excludes the load test once it is marked", async () => {
  const before = await readKnownRange();
  expect(before.excludedHourCount).toBe(0);
  const deployment = await getDatabase().deployment.findFirstOrThrow({ select: { id: true } });
  await getDatabase().event.create({
    data: {
      kind: "exclusion",
      reason: "load-test",
      at: new Date(loadTest.fromMs),
      endAt: new Date(loadTest.toMs),
      title: "Load test",
      origin: "manual",
      deploymentId: deployment.id,
    },
  });
  const { hours, excludedHourCount: excluded } = await readKnownRange();
  expect(excluded).toBe(48);
  const last = hours.at(-1)!;
  const expected = similarHourValues(last.startMs, (atMs) => atMs >= loadTest.fromMs && atMs < loadTest.toMs);
  expect(last.range).toMatchObject({ kind: "usual", n: expected.length });
  const { lower, centre, upper } = last.range as { lower: number; centre: number; upper: number };
  const middle = medianOf(expected);
  // On the logarithmic scale, the median of an even count is a geometric mean.
  expect(Math.abs(centre - middle) / middle).toBeLessThan(0.001);
  expect(lower).toBeLessThanOrEqual(Math.min(...expected));
  expect(upper).toBeGreaterThanOrEqual(Math.max(...expected));
  expect(upper).toBeLessThan(2 * middle);
});

test("sends no query when the same hours are requested again", async () => {
  await readKnownRange();
  const before = await rangeQueries();
  await readKnownRange();
  await readKnownRange(windowOf(3));
  expect(await rangeQueries()).toBe(before);
  expect(before).toBeGreaterThan(0);
  // At most nine weeks, six days and today.
  expect(before).toBeLessThanOrEqual(16);
});

test("explains why the engine cannot have a statistic", async () => {
  expect(await requestRange(windowOf(1), "gpu-power")).toMatchObject({ state: "none" });
});
