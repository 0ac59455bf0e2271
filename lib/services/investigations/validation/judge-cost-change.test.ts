import { describe, expect, test } from "vitest";
import { measureFixture } from "@/lib/analysis/comparisons/fixtures";
import { compareFix } from "@/lib/analysis/validation/compare-fix";
import type { MeasuredWindow } from "@/lib/model/comparison/measured-side";
import { judgeCostChange } from "./judge-cost-change";

const goal = { signal: "ttft", statistic: "mean" } as const;
const price = { perAcceleratorHour: 2.5, currency: "EUR" };
const before = measureFixture({ outputTokens: 50 });
const after = measureFixture({ seed: 2 });

function judge(is: MeasuredWindow) {
  const compared = compareFix({ before, after: is, statistic: "p95", history: null, goal, factors: [] });
  return judgeCostChange(compared, { before, after: is, price, enteredCount: 4, isComparable: true });
}

/** The fixture without the output tokens of the first ten blocks. */
function withoutTokens(window: MeasuredWindow): MeasuredWindow {
  const tokens = window.measured.counters["output-tokens"];
  if (tokens === undefined) throw new Error("output tokens are measured");
  const blocks = tokens.blocks.map((block, index) => (index < 10 ? ("not-scraped" as const) : block));
  const counters = { ...window.measured.counters, "output-tokens": { ...tokens, blocks } };
  return { ...window, measured: { ...window.measured, counters } };
}

describe("the change of the cost", () => {
  test("is better if the output tokens of both windows are complete", () => {
    expect(judge(after)).toMatchObject({ verdict: "better", change: { value: expect.closeTo(-0.5, 9) } });
  });

  test("has no verdict if output tokens are incomplete, and the sentence states it", () => {
    const judged = judge(withoutTokens(after));
    expect(judged.verdict).toBe("cannot-tell");
    expect(judged.change).not.toBeNull();
    expect(judged.sentence).toContain("The change has no verdict, because output tokens are incomplete.");
  });
});
