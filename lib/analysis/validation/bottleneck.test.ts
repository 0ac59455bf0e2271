import { describe, expect, test } from "vitest";
import { judgeBoundMove, judgePhaseMove, type ComparedPhase } from "./bottleneck";

const counts = { beforeCount: 400, afterCount: 400 };
const phase = (
  id: ComparedPhase["phase"],
  before: number,
  after: number,
  half: number | null = 0.01,
): ComparedPhase => ({
  phase: id,
  before,
  after,
  interval: half === null ? null : { lower: after - before - half, upper: after - before + half },
});

describe("the bottleneck by phases", () => {
  test("moved if another phase takes longest, and the change is significant", () => {
    const phases = [phase("queue", 1, 0.1), phase("decode", 0.5, 0.5)];
    expect(judgePhaseMove(phases, counts)).toEqual({
      verdict: "moved",
      from: "queue",
      to: "decode",
      reason: null,
    });
  });

  test("is the same if the same phase takes longest", () => {
    const phases = [phase("queue", 1, 0.8), phase("decode", 0.5, 0.5)];
    expect(judgePhaseMove(phases, counts)).toMatchObject({ verdict: "same", from: "queue", to: "queue" });
  });

  test.each([
    [
      "too few requests before",
      [phase("queue", 1, 0.1), phase("decode", 0.5, 0.5)],
      { beforeCount: 19, afterCount: 400 },
      "few-requests",
    ],
    ["no requests after", [], { beforeCount: 400, afterCount: 0 }, "few-requests"],
    [
      "two phases that are about equal",
      [phase("queue", 1, 0.1), phase("decode", 0.95, 0.5)],
      counts,
      "close",
    ],
    [
      "most of the time not explained by spans",
      [phase("queue", 1, 0.1), phase("unexplained", 0.5, 0.9)],
      counts,
      "unexplained",
    ],
    ["a change that may be chance", [phase("queue", 1, 0.4, 2), phase("decode", 0.5, 0.5)], counts, "chance"],
    [
      "a change without an interval",
      [phase("queue", 1, 0.4, null), phase("decode", 0.5, 0.5, null)],
      counts,
      "chance",
    ],
  ] as const)("has no verdict with %s", (_, phases, given, kind) => {
    expect(judgePhaseMove(phases, given)).toMatchObject({ verdict: "cannot-tell", reason: { kind } });
  });
});

describe("the bottleneck by the roofline", () => {
  const bound = (
    boundBy: "memory" | "compute" | "overhead" | "mixed",
    secondBound: "overhead" | null = null,
  ) => ({
    boundBy,
    secondBound,
  });

  test("moved if no bound is common, and is the same if all are", () => {
    expect(judgeBoundMove(bound("memory"), bound("compute"))).toBe("moved");
    expect(judgeBoundMove(bound("memory", "overhead"), bound("compute"))).toBe("moved");
    expect(judgeBoundMove(bound("memory"), bound("memory"))).toBe("same");
  });

  test("cannot be decided if some bounds are common, or a side is unknown", () => {
    expect(judgeBoundMove(bound("memory"), bound("mixed"))).toBe("cannot-tell");
    expect(judgeBoundMove(bound("memory", "overhead"), bound("overhead"))).toBe("cannot-tell");
    expect(judgeBoundMove(null, bound("memory"))).toBe("cannot-tell");
    expect(judgeBoundMove(bound("memory"), null)).toBe("cannot-tell");
  });
});
