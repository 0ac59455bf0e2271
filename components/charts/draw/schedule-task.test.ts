import { expect, test } from "vitest";
import { scheduleTask } from "./schedule-task";

/** Resolves once all that was asked before is done. */
const allDone = (): Promise<void> => new Promise((resolve) => scheduleTask(() => resolve()));

test("each work is a task of its own: what it leaves to be done at its end comes before the next", async () => {
  const done: string[] = [];
  for (const name of ["one", "two", "three"])
    scheduleTask(() => {
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
  const takeBack = scheduleTask(() => done.push("stale"));
  scheduleTask(() => done.push("newest"));
  takeBack();
  await allDone();
  expect(done).toEqual(["newest"]);
  takeBack();
});
