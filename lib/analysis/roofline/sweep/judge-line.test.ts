import fc from "fast-check";
import { expect, test } from "vitest";
import { randomNormal, createSeededRandom } from "@/lib/analysis/statistics/seeded-random";
import type { SweepStep } from "./fit-line";
import { judgeSweepLine } from "./judge-line";

const steps = (...pairs: readonly (readonly [number, number])[]): readonly SweepStep[] =>
  pairs.map(([batch, ms]) => ({ batch, itlSeconds: ms / 1e3 }));
const health = Array.from({ length: 60 }, (_, at) => [4 + at / 4, 12 + 0.15 * (4 + at / 4)] as const);

test("accepts published runs as a line, and nearly always noisy ones of a live window", () => {
  const published = steps([1, 10.877], [4, 11.441], [15.9, 13.726], [63.7, 21.664], [127.5, 32.463]);
  expect(judgeSweepLine(published).kind).toBe("fit");
  const random = createSeededRandom(5);
  const draws = 400;
  let lines = 0;
  for (let draw = 0; draw < draws; draw += 1) {
    const noisy = Array.from({ length: 40 }, (_, at): SweepStep => {
      const batch = 2 + at;
      return { batch, itlSeconds: (8e-3 + 3e-4 * batch) * (1 + 0.05 * randomNormal(random)) };
    });
    if (judgeSweepLine(noisy).kind === "fit") lines += 1;
  }
  expect(lines / draws).toBeGreaterThan(0.95);
});

test("a disturbance in the window: reports that the same batch took different times, and nothing else", () => {
  const disturbance = Array.from({ length: 12 }, (_, at) => [18 + at / 10, 27 + 2 * at + at / 5] as const);
  const line = judgeSweepLine(steps(...health, ...disturbance));
  expect(line).toMatchObject({ kind: "cannot-fit", reason: "same-batch-differs" });
  if (line.kind === "fit" || line.reason !== "same-batch-differs") throw new Error("a line");
  expect(line.maxSeconds).toBeGreaterThan(1.5 * line.minSeconds);
  expect(line.batch).toBeGreaterThan(16);
});

test("three disturbed intervals among seventy-two do not add a knee", () => {
  const line = judgeSweepLine(steps(...health, [17, 30], [17.5, 33], [18, 31]));
  expect(line).toMatchObject({ kind: "cannot-fit", reason: "same-batch-differs" });
});

test("an intercept below 0 is rejected", () => {
  const line = judgeSweepLine(steps([14, 25.3], [15, 27.3], [17, 31.4], [19, 35.2], [22, 41.4]));
  expect(line).toEqual({ kind: "cannot-fit", reason: "too-uncertain" });
});

test("steps whose growth is uncertain by a relevant amount are rejected", () => {
  const unsure = [1, 2, 4, 8, 16].map((batch, at) => [batch, 10 + (at % 2)] as const);
  expect(judgeSweepLine(steps(...unsure))).toEqual({ kind: "cannot-fit", reason: "too-uncertain" });
});

test("steps that grow by at most a twentieth are a flat line without a knee", () => {
  const flat = [1, 2, 4, 8, 16].map((batch, at) => [batch, 10 + (at % 2) / 10] as const);
  expect(judgeSweepLine(steps(...flat))).toMatchObject({ kind: "fit", isFlat: true, halfBatch: null });
  const shrinking = [1, 2, 4, 8, 16].map((batch) => [batch, 20 - batch / 2] as const);
  expect(judgeSweepLine(steps(...shrinking))).toEqual({ kind: "cannot-fit", reason: "too-uncertain" });
});

/** One day: many intervals with little noise, plus the curvature that a live engine adds. */
const day = (from: number, to: number, ms: (batch: number) => number): readonly SweepStep[] => {
  const random = createSeededRandom(7);
  return Array.from({ length: 700 }, (_, at) => {
    const batch = from + ((to - from) * at) / 699;
    return { batch, itlSeconds: (ms(batch) / 1e3) * (1 + 1e-3 * randomNormal(random)) };
  });
};

test("a curvature of 0.2 % of a step is accepted even if significant, and the intervals include it", () => {
  // code-32b over a day: 16.59 ms at a batch of 3.3 to 16.87 at 8.3, with half the slope at the end.
  const code = judgeSweepLine(day(3.3, 8.3, (batch) => 16.305 + 0.1 * batch - 0.0041 * batch ** 2));
  if (code.kind !== "fit") throw new Error(code.reason);
  expect(code.largestErrorRatio).toBeLessThan(5e-3);
  const [first, last] = [0.1 - 0.0082 * 3.3, 0.1 - 0.0082 * 8.3];
  expect(code.perSequenceSeconds.lower * 1e3).toBeLessThan(last + 4e-3);
  expect(code.perSequenceSeconds.upper * 1e3).toBeGreaterThan(first - 4e-3);
  // extract-14b over six hours: 24.31 to 24.46 ms, with increasing cost per sequence.
  expect(judgeSweepLine(day(4, 9, (batch) => 24.3 + 0.002 * batch ** 2)).kind).toBe("fit");
});

test("reports a true knee: flat until compute dominates, growing after it", () => {
  expect(judgeSweepLine(day(20, 200, (batch) => Math.max(12, batch / 10)))).toEqual({
    kind: "cannot-fit",
    reason: "steepens",
  });
});

test("property: curvature counts if it is significant and changes the step at twice the largest batch by a twentieth", () => {
  fc.assert(
    fc.property(
      fc.double({ min: 1, max: 20, noNaN: true }),
      fc.double({ min: 2, max: 20, noNaN: true }),
      fc.double({ min: 1e-4, max: 1, noNaN: true }),
      fc.double({ min: -1, max: 1, noNaN: true }),
      (from, reach, slope, bend) => {
        const to = from * reach;
        // From the smallest to the largest batch the slope changes from (1 − bend) to (1 + bend) of its mean.
        const at = (batch: number): number =>
          10 + slope * (batch + (bend * (batch - from) * (batch - to)) / (to - from));
        const end = at(to) + slope * (1 + bend) * to;
        const line = judgeSweepLine(
          Array.from({ length: 40 }, (_, index) => {
            const batch = from + ((to - from) * index) / 39;
            return { batch, itlSeconds: at(batch) / 1e3 };
          }),
        );
        const offRatio = Math.abs(end / (10 + slope * 2 * to) - 1);
        const isLine = line.kind === "fit";
        const [mustBe, mayBe] = [offRatio < 0.03, Math.abs(bend) <= 0.45 || offRatio <= 0.1];
        expect({ offRatio, bend, isLine }).toEqual({ offRatio, bend, isLine: mustBe || (isLine && mayBe) });
        if (line.kind !== "fit") return;
        expect(line.perSequenceSeconds.upper * 1e3).toBeGreaterThan(slope * (1 + Math.abs(bend)) - 1e-6);
        expect(line.perSequenceSeconds.lower * 1e3).toBeLessThan(slope * (1 - Math.abs(bend)) + 1e-6);
      },
    ),
  );
});

test("experts: reports reads that grow with the batch and level off, however well a line fits", () => {
  const search = steps([6.6, 14.3], [11.7, 19.5], [16.6, 22.5], [23.8, 25.1], [28, 26]);
  expect(judgeSweepLine(search)).toEqual({ kind: "cannot-fit", reason: "levels-off" });
  const steepening = [2, 6, 10, 14, 18, 22].map((batch) => [batch, 10 + 0.02 * batch ** 2] as const);
  expect(judgeSweepLine(steps(...steepening))).toEqual({ kind: "cannot-fit", reason: "steepens" });
});

test("too few steps are reported as before", () => {
  expect(judgeSweepLine(steps([1, 10], [2, 11]))).toEqual({ kind: "cannot-fit", reason: "too-few-steps" });
});
