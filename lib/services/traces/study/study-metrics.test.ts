import { allSources } from "@/lib/model/sources/source-scope";
import { expect, test, vi } from "vitest";
import type { Answer } from "@/lib/model/answer";
import { AppError } from "@/lib/model/app-error";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { readStudyMetrics, findTailEdge } from "./study-metrics";

const deployment = (slug: string) => ({ slug, sourceScope: allSources }) as KnownDeployment;
const window = { startMs: 1_790_000_000_000, endMs: 1_790_000_600_000 };

/** Ten points, one minute apart, with a rate window of two minutes: every observation is in two points. */
function answered(counts: Answer["distributions"] extends infer _ ? (number | null)[][] : never): Answer {
  return {
    window,
    pointCount: 10,
    stepMs: 60_000,
    rateWindowMs: 120_000,
    distributions: [{ signal: "e2e", unit: "seconds", edges: [0.5, 1, null], counts }],
  } as unknown as Answer;
}

const flat = (count: number | null): (number | null)[] => Array.from({ length: 10 }, () => count);

test("computes requests and buckets of the window from overlapping rates", async () => {
  const metrics = await readStudyMetrics(deployment("flat"), window, () =>
    Promise.resolve(answered([flat(100), flat(180), flat(200)])),
  );
  expect(metrics).toEqual({
    kind: "reported",
    window,
    requestCount: 1_000,
    buckets: { edgesNs: [500_000_000, 1_000_000_000], requestCounts: [500, 400, 100] },
    unscrapedRatio: 0,
  });
});

test("buckets of a scrape that counted a request meanwhile are not different bucket edges", async () => {
  const ask = (name: string, counts: readonly number[]): ReturnType<typeof readStudyMetrics> =>
    readStudyMetrics(deployment(name), window, () => Promise.resolve(answered(counts.map(flat))));
  expect(await ask("few", [9, 8.4, 9])).toMatchObject({ kind: "reported", requestCount: 45 });
  expect(await ask("mixed", [900, 840, 900])).toMatchObject({
    kind: "unavailable",
    reason: expect.stringContaining("different bucket edges"),
  });
});

test("states that metrics are pending when Prometheus takes longer than the wait", async () => {
  vi.useFakeTimers();
  const metrics = readStudyMetrics(deployment("slow"), window, () => new Promise(() => undefined));
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await metrics).toEqual({
    kind: "unavailable",
    reason: "Prometheus has not responded yet.",
    isPending: true,
  });
  vi.useRealTimers();
});

test("counts only the scraped part, from where the rate window contains only samples", async () => {
  const late = flat(100).map((count, index) => (index < 5 ? null : count));
  const minutes = (count: number): number => window.startMs + count * 60_000;
  const ask = (name: string, row: (number | null)[]): ReturnType<typeof readStudyMetrics> =>
    readStudyMetrics(deployment(name), window, () => Promise.resolve(answered([row, row, row])));
  expect(await ask("late", late)).toMatchObject({
    kind: "reported",
    window: { startMs: minutes(7), endMs: minutes(10) },
    requestCount: 150,
    unscrapedRatio: 0,
  });
  expect(await ask("early", late.toReversed())).toMatchObject({
    window: { startMs: minutes(0), endMs: minutes(5) },
    requestCount: 250,
  });
  const hole = flat(100).map((count, index) => (index === 4 ? null : count));
  expect(await ask("hole", hole)).toMatchObject({
    window,
    requestCount: 450,
    // One point of a minute without values, and the two minutes of the rate window before it.
    unscrapedRatio: expect.closeTo(0.3),
  });
});

test("returns no result for metrics scraped for less than a minute", async () => {
  const newest = flat(null).map((_, index) => (index < 7 ? null : 100));
  const metrics = await readStudyMetrics(deployment("newest"), window, () =>
    Promise.resolve({ ...answered([newest, newest, newest]), rateWindowMs: 180_000 }),
  );
  expect(metrics).toMatchObject({
    kind: "unavailable",
    reason: expect.stringContaining("less than a minute"),
  });
});

test("returns the reason for errors and missing buckets instead of throwing", async () => {
  const failing = await readStudyMetrics(deployment("failing"), window, () =>
    Promise.reject(new AppError("source-unreachable", "prom does not answer")),
  );
  expect(failing).toMatchObject({ kind: "unavailable", reason: expect.stringContaining("prom") });
  const holed = await readStudyMetrics(deployment("holed"), window, () =>
    Promise.resolve(answered([flat(null), flat(1), flat(1)])),
  );
  expect(holed).toMatchObject({ kind: "unavailable", reason: expect.stringContaining("missing") });
});

test("the tail edge is at or below the p99, with the share of requests above it", () => {
  expect(findTailEdge({ edgesNs: [10, 20, 30], requestCounts: [900, 80, 15, 5] })).toEqual({
    edgeNs: 20,
    shareAboveEdge: expect.closeTo(0.02) as number,
  });
  // More than 1 % of requests are above the last edge, so the p99 is unknown.
  expect(findTailEdge({ edgesNs: [10], requestCounts: [50, 50] })).toEqual({
    edgeNs: 10,
    shareAboveEdge: 0.5,
  });
  expect(findTailEdge({ edgesNs: [10], requestCounts: [1_000, 0] })).toBeNull();
  expect(findTailEdge({ edgesNs: [10], requestCounts: [0, 0] })).toBeNull();
});
