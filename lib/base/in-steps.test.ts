import { expect, test } from "vitest";
import { inSteps } from "./in-steps";

function* countTo(last: number): Generator<void, number> {
  for (let at = 1; at < last; at += 1) yield;
  return last;
}

test("others have their turn between the steps, and the result is that of the work", async () => {
  let turns = 0;
  const other = (): void => {
    turns += 1;
    if (turns < 3) setImmediate(other);
  };
  setImmediate(other);
  expect(await inSteps(countTo(5), new AbortController().signal)).toBe(5);
  expect(turns).toBe(3);
});

test("who has gone is not worked for any more", async () => {
  const gone = new AbortController();
  let steps = 0;
  function* work(): Generator<void, void> {
    for (;;) {
      steps += 1;
      if (steps === 3) gone.abort(new Error("gone"));
      yield;
    }
  }
  await expect(inSteps(work(), gone.signal)).rejects.toThrow("gone");
  expect(steps).toBe(3);
});
