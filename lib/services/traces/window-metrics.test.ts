import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Answer } from "@/lib/model/answer";
import { AppError } from "@/lib/model/app-error";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { windowMetrics } from "./window-metrics";

const window = { from: "now-1h", to: "now" };
let number = 0;
/** One that nobody has asked about before. */
const fresh = () => ({ slug: `chat-${(number += 1)}` }) as KnownDeployment;

const answer = {
  stepMs: 60_000,
  rateWindowMs: 120_000,
  series: [{ lower: [1, null, 2.5] }],
  counts: [{ n: [100, 60] }],
} as unknown as Answer;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

test("the p99's bucket and the requests of the window, where the metrics answer", async () => {
  expect(await windowMetrics(fresh(), window, () => Promise.resolve(answer))).toEqual({
    e2eP99Ms: 2_500,
    requests: 80,
    warnings: [],
  });
});

test("metrics that hang are waited for two seconds, told, and found by the next look", async () => {
  const deployment = fresh();
  let arrive: (answer: Answer) => void = () => undefined;
  const slow = vi.fn(
    () =>
      new Promise<Answer>((resolve) => {
        arrive = resolve;
      }),
  );
  const first = windowMetrics(deployment, window, slow);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await first).toEqual({
    e2eP99Ms: null,
    requests: null,
    warnings: [expect.stringMatching(/^The metric's p99 is not known \(Prometheus has not answered yet\)/)],
  });
  arrive(answer);
  expect(await windowMetrics(deployment, window, slow)).toMatchObject({ e2eP99Ms: 2_500 });
  expect(slow).toHaveBeenCalledOnce();
});

test("metrics that fail are told with their reason", async () => {
  const failing = () => Promise.reject(new AppError("source-unreachable", "connection refused"));
  expect(await windowMetrics(fresh(), window, failing)).toMatchObject({
    e2eP99Ms: null,
    warnings: [expect.stringContaining("(connection refused)")],
  });
});
