import { expect, test } from "vitest";
import { normalNumber, seededRandom } from "@/lib/analysis/statistics/seeded";
import type { SweepStep } from "./fit-line";
import { sweepLine } from "./judge-line";

const steps = (...pairs: readonly (readonly [number, number])[]): readonly SweepStep[] =>
  pairs.map(([batch, ms]) => ({ batch, itlSeconds: ms / 1e3 }));
const health = Array.from({ length: 60 }, (_, at) => [4 + at / 4, 12 + 0.15 * (4 + at / 4)] as const);

test("published runs are a line, and so are noisy ones of a live window, nearly always", () => {
  const published = steps([1, 10.877], [4, 11.441], [15.9, 13.726], [63.7, 21.664], [127.5, 32.463]);
  expect(sweepLine(published).kind).toBe("fit");
  const random = seededRandom(5);
  const draws = 400;
  let lines = 0;
  for (let draw = 0; draw < draws; draw += 1) {
    const noisy = Array.from({ length: 40 }, (_, at): SweepStep => {
      const batch = 2 + at;
      return { batch, itlSeconds: (8e-3 + 3e-4 * batch) * (1 + 0.05 * normalNumber(random)) };
    });
    if (sweepLine(noisy).kind === "fit") lines += 1;
  }
  expect(lines / draws).toBeGreaterThan(0.95);
});

test("a fault in the window: the same batch took other times, which is said and nothing else", () => {
  const fault = Array.from({ length: 12 }, (_, at) => [18 + at / 10, 27 + 2 * at + at / 5] as const);
  const line = sweepLine(steps(...health, ...fault));
  expect(line).toMatchObject({ kind: "cannot-fit", reason: "same-batch-differs" });
  if (line.kind === "fit" || line.reason !== "same-batch-differs") throw new Error("a line");
  expect(line.mostSeconds).toBeGreaterThan(1.5 * line.leastSeconds);
  expect(line.batch).toBeGreaterThan(16);
});

test("three bad slices among seventy-two give no knee of theirs", () => {
  const line = sweepLine(steps(...health, [17, 30], [17.5, 33], [18, 31]));
  expect(line).toMatchObject({ kind: "cannot-fit", reason: "same-batch-differs" });
});

test("a foot below 0 is no line", () => {
  const line = sweepLine(steps([14, 25.3], [15, 27.3], [17, 31.4], [19, 35.2], [22, 41.4]));
  expect(line).toEqual({ kind: "cannot-fit", reason: "too-uncertain" });
});

test("steps that do not grow surely are no line", () => {
  const flat = [1, 2, 4, 8, 16].map((batch, at) => [batch, 10 + (at % 2) / 10] as const);
  expect(sweepLine(steps(...flat))).toEqual({ kind: "cannot-fit", reason: "too-uncertain" });
});

test("experts: reads that grow with the batch and level off are told as that, however tight a line looks", () => {
  const search = steps([6.6, 14.3], [11.7, 19.5], [16.6, 22.5], [23.8, 25.1], [28, 26]);
  expect(sweepLine(search)).toEqual({ kind: "cannot-fit", reason: "levels-off" });
  const steepening = [2, 6, 10, 14, 18, 22].map((batch) => [batch, 10 + 0.02 * batch ** 2] as const);
  expect(sweepLine(steps(...steepening))).toEqual({ kind: "cannot-fit", reason: "steepens" });
});

test("too few to fit stays what it was", () => {
  expect(sweepLine(steps([1, 10], [2, 11]))).toEqual({ kind: "cannot-fit", reason: "too-few-steps" });
});
