import { expect, test } from "vitest";
import { resolveLimits } from "@/lib/model/deployment/limits";
import { measureRequests } from "./fixtures";
import { listLimitConcerns } from "./limit-concerns";

const measured = measureRequests(Array.from({ length: 25 }, () => 100));
const defaults = resolveLimits({});

test("a window within all limits has no fault", () => {
  expect(listLimitConcerns(measured, defaults)).toEqual([]);
});

test("KV cache pressure and aborts are faults, although the window is steady", () => {
  const usage = Array.from({ length: 25 }, (_, block) => (block < 20 ? 0.99 : 0.9));
  const aborts = Array.from({ length: 25 }, () => 29);
  const affected = {
    ...measured,
    gauges: { "kv-usage": { unit: "ratio" as const, blocks: usage } },
    counters: { ...measured.counters, aborts: { unit: "events-per-second" as const, blocks: aborts } },
  };
  expect(listLimitConcerns(affected, defaults)).toEqual([
    { kind: "over-limit", limit: "abortRatio", threshold: 0.05, value: 0.29 },
    { kind: "over-limit", limit: "kvUsageRatio", threshold: 0.95, exceededCount: 20, blockCount: 25 },
  ]);
});

test("a limit that an operator lowered counts", () => {
  expect(listLimitConcerns(measured, resolveLimits({ limits: { ttftP95Seconds: 0.1 } }))).toMatchObject([
    { limit: "ttftP95Seconds", threshold: 0.1 },
  ]);
});
