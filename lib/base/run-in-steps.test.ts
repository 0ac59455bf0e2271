import { expect, test } from "vitest";
import { runInSteps } from "./run-in-steps";

function* countTo(last: number): Generator<void, number> {
  for (let at = 1; at < last; at += 1) yield;
  return last;
}

test("lets other tasks run between the steps and returns the result of the work", async () => {
  let turns = 0;
  const other = (): void => {
    turns += 1;
    if (turns < 3) setImmediate(other);
  };
  setImmediate(other);
  expect(await runInSteps(countTo(5), new AbortController().signal)).toBe(5);
  expect(turns).toBe(3);
});

test("stops working for an aborted caller", async () => {
  const aborted = new AbortController();
  let steps = 0;
  function* work(): Generator<void, void> {
    for (;;) {
      steps += 1;
      if (steps === 3) aborted.abort(new Error("gone"));
      yield;
    }
  }
  await expect(runInSteps(work(), aborted.signal)).rejects.toThrow("gone");
  expect(steps).toBe(3);
});
