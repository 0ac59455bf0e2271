import { expect, test } from "vitest";
import type { Answer, AnswerSeries } from "@/lib/model/answer";
import type { RequestCounting } from "@/lib/model/baseline/request-counting";
import { computeShownLoad } from "./window-load";

const minuteMs = 60_000;
const finished = 5;
const summary = (value: number) => ({ value, lower: value, upper: value, n: 60, bucket: null });

function loadOf(
  counting: RequestCounting,
  gauges: Partial<Record<"running" | "waiting", readonly number[]>>,
) {
  const rate = { signal: "requests", statistic: "rate", values: [], windowSummary: summary(finished) };
  const levels = Object.entries(gauges).map(([signal, values]) => ({ signal, statistic: "value", values }));
  const answers: Partial<Record<string, readonly object[]>> = {
    requests: [rate],
    queue: levels,
    "prompt-length": [{ signal: "prompt-length", statistic: "mean", windowSummary: summary(512) }],
  };
  return computeShownLoad((id) => {
    const series = answers[id] as readonly AnswerSeries[] | undefined;
    return series === undefined
      ? null
      : ({ series, stepMs: minuteMs, requestCounting: counting } as unknown as Answer);
  });
}

const onFinish: RequestCounting = { isOnArrival: false, inFlightSignals: ["running", "waiting"] };

test("adds the growth of the requests in flight to the finished requests", () => {
  // 120 more requests wait after 2 min: 1 per second.
  const load = loadOf(onFinish, { running: [8, 8, 8, Number.NaN], waiting: [0, 60, 120, 400] });
  expect(load).toEqual({ requestsPerSecond: finished + 1, promptTokens: 512, outputTokens: null });
});

test("counts each request once if the engine counts on arrival, or has no gauge", () => {
  const waiting = [0, 60, 120];
  expect(loadOf({ ...onFinish, isOnArrival: true }, { waiting }).requestsPerSecond).toBe(finished);
  expect(loadOf({ ...onFinish, inFlightSignals: [] }, { waiting }).requestsPerSecond).toBe(finished);
  expect(loadOf(onFinish, {}).requestsPerSecond).toBe(finished);
});
