import { expect, test } from "vitest";
import { scheduleTask } from "./schedule-task";

/** Resolves after all scheduled tasks have run. */
const allDone = (): Promise<void> => new Promise((resolve) => scheduleTask(() => resolve()));

test("runs each task separately: microtasks of one run before the next task", async () => {
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

test("skips a cancelled task without delaying others", async () => {
  const done: string[] = [];
  const takeBack = scheduleTask(() => done.push("stale"));
  scheduleTask(() => done.push("newest"));
  takeBack();
  await allDone();
  expect(done).toEqual(["newest"]);
  takeBack();
});
