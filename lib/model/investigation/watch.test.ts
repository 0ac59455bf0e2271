import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hasTooFewVerdicts, judgeWatch, watchVerdicts, type WatchedWindow, type WatchVerdict } from "./watch";

const dayMs = 86_400_000;
const lengthMs = 3_600_000;
const onDays = (verdicts: readonly WatchVerdict[]): readonly WatchedWindow[] =>
  verdicts.map((verdict, day) => ({ startMs: day * dayMs, endMs: day * dayMs + lengthMs, verdict }));
const decide = (...verdicts: readonly WatchVerdict[]) => judgeWatch(onDays(verdicts)).decision;

describe("two consecutive worse windows reopen", () => {
  test.each([
    ["continue", []],
    ["continue", ["same", "worse"]],
    ["reopen", ["same", "worse", "worse"]],
    ["continue", ["worse", "same", "worse"]],
    ["continue", ["worse", "better", "worse", "same"]],
    // A gap neither counts as healthy nor as worse.
    ["paused", ["worse", "cannot-tell"]],
    ["reopen", ["worse", "cannot-tell", "cannot-tell", "worse"]],
    ["paused", ["worse", "same", "cannot-tell"]],
    ["continue", ["cannot-tell", "worse"]],
    // A relapse is final.
    ["reopen", ["worse", "worse", "better"]],
  ] as const)("%s after %j", (decision, verdicts) => {
    expect(decide(...verdicts)).toBe(decision);
  });
});

test("worse windows that overlap share their data, so they count once", () => {
  const [first, second] = onDays(["worse", "worse"]);
  if (first === undefined || second === undefined) throw new Error("two windows");
  const overlapping = { ...second, startMs: first.endMs - 1 };
  expect(judgeWatch([first, overlapping])).toMatchObject({ decision: "continue", worse: [first] });
  expect(judgeWatch([first, { ...second, startMs: first.endMs }]).decision).toBe("reopen");
});

const anyVerdicts = fc.array(fc.constantFrom(...watchVerdicts), { maxLength: 40 });

test("gaps and the order of evaluation never change whether a watch reopens", () => {
  fc.assert(
    fc.property(anyVerdicts, (verdicts) => {
      const windows = onDays(verdicts);
      const { decision } = judgeWatch(windows);
      expect(judgeWatch(windows.toReversed()).decision).toBe(decision);
      const judged = windows.filter(({ verdict }) => verdict !== "cannot-tell");
      expect(judgeWatch(judged).decision === "reopen").toBe(decision === "reopen");
    }),
  );
});

test("a watch reopens exactly if two neighbours without the gaps are worse", () => {
  fc.assert(
    fc.property(anyVerdicts, (verdicts) => {
      const text = verdicts
        .filter((verdict) => verdict !== "cannot-tell")
        .map((verdict) => (verdict === "worse" ? "w" : "h"))
        .join("");
      expect(judgeWatch(onDays(verdicts)).decision === "reopen").toBe(text.includes("ww"));
    }),
  );
});

test("fewer than half of the windows with a verdict are too few", () => {
  expect([
    hasTooFewVerdicts(0, 0),
    hasTooFewVerdicts(1, 2),
    hasTooFewVerdicts(1, 3),
    hasTooFewVerdicts(0, 1),
  ]).toEqual([false, false, true, true]);
});
