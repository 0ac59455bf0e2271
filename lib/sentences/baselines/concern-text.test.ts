import { expect, test } from "vitest";
import type { ConcernFacts } from "@/lib/model/baseline/window-concern";
import { describeMissingBlocks, toWindowConcern } from "./concern-text";

const cases: readonly (readonly [ConcernFacts, string])[] = [
  [
    { kind: "few-blocks", blockCount: 12, neededCount: 20 },
    "The window has 12 time blocks. A comparison needs 20.",
  ],
  [
    { kind: "few-requests", requestCount: 240, neededCount: 299 },
    "The window has 240 requests. A p99 with a confidence interval needs 299.",
  ],
  [
    { kind: "not-steady", measure: "ttft", quarter: 4, differenceRatio: 0.604 },
    "The mean TTFT in quarter 4 of the window differs by 60 % from the full window.",
  ],
  [
    { kind: "incomplete", incompleteCount: 26, blockCount: 29 },
    "26 of 29 time blocks are incomplete, because instances started, stopped or were not scraped. Percentiles need 20 complete time blocks.",
  ],
  [
    { kind: "incomplete", incompleteCount: 5, blockCount: 60 },
    "5 of 60 time blocks are incomplete, because instances started, stopped or were not scraped.",
  ],
  [{ kind: "deploy", title: "2.4.1" }, "The window contains the deploy “2.4.1”."],
  [{ kind: "mixed-versions", title: "0.11.0" }, "The window contains the change of version “0.11.0”."],
  [
    { kind: "mixed-versions", versions: ["0.10.0", "0.11.0"] },
    "The instances run several versions: 0.10.0, 0.11.0.",
  ],
  [
    { kind: "over-limit", limit: "ttftP95Seconds", threshold: 1, value: 7.2 },
    "TTFT p95: 7.20\u202fs, above the limit of 1\u202fs.",
  ],
  [
    { kind: "over-limit", limit: "kvUsageRatio", threshold: 0.95, exceededCount: 20, blockCount: 25 },
    "KV cache usage: above the limit of 95\u202f% in 20 of 25 time blocks.",
  ],
  [{ kind: "throttling", throttledCount: 3, blockCount: 60 }, "GPUs were throttled in 3 of 60 time blocks."],
];

test.each(cases)("words %o", (facts, detail) => {
  expect(toWindowConcern(facts)).toEqual({ kind: facts.kind, detail });
});

test("states the length that a short window needs", () => {
  expect(describeMissingBlocks({ kind: "few-blocks", blockCount: 10, neededWindowMs: 1_200_000 })).toEqual({
    kind: "few-blocks",
    detail: "The window has 10 time blocks. Choose at least 20 min.",
  });
});
