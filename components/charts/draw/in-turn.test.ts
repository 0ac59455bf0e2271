import { expect, test } from "vitest";
import { inTurn } from "./in-turn";

/** Resolves once all that was asked before is done. */
const allDone = (): Promise<void> => new Promise((resolve) => inTurn(() => resolve()));

test("each work is a task of its own: what it leaves to be done at its end comes before the next", async () => {
  const done: string[] = [];
  for (const name of ["one", "two", "three"])
    inTurn(() => {
      done.push(name);
      // As uPlot paints.
      queueMicrotask(() => done.push(`${name} is painted`));
    });
  expect(done).toEqual([]);
  await allDone();
  expect(done).toEqual(["one", "one is painted", "two", "two is painted", "three", "three is painted"]);
});

test("a work that was taken back is not done, and holds up no other", async () => {
  const done: string[] = [];
  const takeBack = inTurn(() => done.push("stale"));
  inTurn(() => done.push("newest"));
  takeBack();
  await allDone();
  expect(done).toEqual(["newest"]);
  takeBack();
});
