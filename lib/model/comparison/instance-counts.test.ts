import { expect, test } from "vitest";
import { chooseInstanceCounts, isTotalOfInstances } from "./instance-counts";

test("throughput and the queue are totals, and latencies, ratios and values per GPU are not", () => {
  const totals = [
    { signal: "output-tokens", statistic: "rate" },
    { signal: "waiting", statistic: "value" },
  ] as const;
  const undivided = [
    { signal: "ttft", statistic: "p95" },
    { signal: "errors", statistic: "ratio-to-requests" },
    { signal: "kv-usage", statistic: "value" },
    { signal: "flops", statistic: "rate" },
  ] as const;
  expect(totals.map(isTotalOfInstances)).toEqual([true, true]);
  expect(undivided.map(isTotalOfInstances)).toEqual([false, false, false, false]);
});

test("totals are divided only by known numbers of instances that differ", () => {
  expect(chooseInstanceCounts(2, 4)).toEqual({ before: 2, after: 4 });
  expect(chooseInstanceCounts(2, 1.99)).toBeNull();
  expect(chooseInstanceCounts(null, 4)).toBeNull();
  expect(chooseInstanceCounts(2, 0)).toBeNull();
});
