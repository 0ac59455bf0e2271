import { allSources } from "@/lib/model/sources/source-scope";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Answer } from "@/lib/model/answer";
import { AppError } from "@/lib/model/app-error";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { readWindowMetrics } from "./window-metrics";

const window = { from: "now-1h", to: "now" };
let number = 0;
/** Returns a deployment with a new slug, so that no result is cached. */
const fresh = () => ({ slug: `chat-${(number += 1)}`, sourceScope: allSources }) as KnownDeployment;

const answer = {
  stepMs: 60_000,
  rateWindowMs: 120_000,
  series: [{ lower: [1, null, 2.5] }],
  // Two requests per second at three points, which are the ends and the middle of two minutes.
  counts: [{ n: [240, 240, 240] }],
} as unknown as Answer;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

test("returns the p99 bucket and the requests of the window", async () => {
  expect(await readWindowMetrics(fresh(), window, () => Promise.resolve(answer))).toEqual({
    e2eP99LowerEdgeMs: 2_500,
    finishedRequestCount: 240,
    warnings: [],
  });
});

test("a point without scrapes adds no requests", async () => {
  const gap = { ...answer, counts: [{ n: [240, null, 240] }] } as unknown as Answer;
  expect(await readWindowMetrics(fresh(), window, () => Promise.resolve(gap))).toMatchObject({
    finishedRequestCount: 160,
  });
});

test("waits two seconds for slow metrics, adds a warning, and uses the result on the next request", async () => {
  const deployment = fresh();
  let arrive: (answer: Answer) => void = () => undefined;
  const slow = vi.fn(
    () =>
      new Promise<Answer>((resolve) => {
        arrive = resolve;
      }),
  );
  const first = readWindowMetrics(deployment, window, slow);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await first).toEqual({
    e2eP99LowerEdgeMs: null,
    finishedRequestCount: null,
    warnings: [expect.stringMatching(/^The metric's p99 is unknown \(Prometheus has not responded yet\)/)],
  });
  arrive(answer);
  expect(await readWindowMetrics(deployment, window, slow)).toMatchObject({ e2eP99LowerEdgeMs: 2_500 });
  expect(slow).toHaveBeenCalledOnce();
});

test("failed metrics give a warning with the reason", async () => {
  const failing = () => Promise.reject(new AppError("source-unreachable", "connection refused"));
  expect(await readWindowMetrics(fresh(), window, failing)).toMatchObject({
    e2eP99LowerEdgeMs: null,
    warnings: [expect.stringContaining("(connection refused)")],
  });
});
