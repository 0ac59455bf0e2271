import { expect, test } from "vitest";
import { madeUpSweep } from "@/tests/support/roofline-room";
import { sweepFacts } from "./sweep-words";

const factOf = (sweep: typeof madeUpSweep, name: string) =>
  sweepFacts(sweep).find((fact) => fact.name.startsWith(name))?.value;

test("the line is told with its interval, and what is left with the knee", () => {
  expect(factOf(madeUpSweep, "A step without")).toBe(
    "6.00\u202fms (95\u202f%: 5.80\u202fms to 6.20\u202fms)",
  );
  expect(factOf(madeUpSweep, "Knee")).toMatch(/^900 \(95/);
  expect(factOf(madeUpSweep, "Twice the batch")).toBe("+75.0\u202f%");
});

test("what the interval does not tell is said so, and never 0", () => {
  const fit = { ...madeUpSweep.fit, kneeBatch: null, ceilingTokensPerSecond: null } as typeof madeUpSweep.fit;
  expect(factOf({ ...madeUpSweep, fit }, "Knee")).toBe("the interval does not tell");
  expect(factOf({ ...madeUpSweep, fit }, "Ceiling of one")).toBe("the interval does not tell");
});

test("without a fit or a batch of now only what is known is told", () => {
  const sweep = {
    ...madeUpSweep,
    here: null,
    fit: { kind: "cannot-fit", reason: "too-few-steps", sentence: [] } as const,
  };
  expect(sweepFacts({ ...sweep, fit: { ...sweep.fit, sentence: [] } }).map(({ name }) => name)).toEqual([
    "Slices left out",
  ]);
});
