import { expect, test } from "vitest";
import { runWithoutPause, runInChunks, runInSteps, type Steps } from "./steps";

/** Advances a clock by `stepMs` for each of `count` steps. */
function work(count: number, stepMs: number) {
  let clockMs = 0;
  function* steps(): Steps<string> {
    for (let step = 0; step < count; step += 1) {
      clockMs += stepMs;
      yield;
    }
    return "done";
  }
  return { steps: steps(), nowMs: () => clockMs };
}

test("returns the same result with and without pauses", async () => {
  expect(runWithoutPause(work(5, 1).steps)).toBe("done");
  const { steps, nowMs } = work(5, 1);
  expect(await runInChunks(steps, { chunkMs: 2, nowMs, pause: async () => "continue" })).toBe("done");
});

test("ends each chunk at most one step after its time", async () => {
  const { steps, nowMs } = work(100, 3);
  const pausesMs: number[] = [];
  const pause = async (): Promise<"continue"> => {
    pausesMs.push(nowMs());
    return "continue";
  };
  await runInChunks(steps, { chunkMs: 8, nowMs, pause });
  const chunks = pausesMs.slice(1).map((atMs, index) => atMs - (pausesMs[index] ?? 0));
  expect(Math.max(...chunks)).toBeLessThanOrEqual(9);
  expect(chunks.length).toBeGreaterThan(30);
});

test("stops at the next pause when the caller no longer waits", async () => {
  const { steps, nowMs } = work(100, 5);
  let pauseCount = 0;
  const pause = async (): Promise<"continue" | "end"> => {
    pauseCount += 1;
    return pauseCount === 3 ? "end" : "continue";
  };
  expect(await runInChunks(steps, { chunkMs: 5, nowMs, pause })).toBeUndefined();
  expect(nowMs()).toBe(10);
});

function* countTo(last: number): Steps<number> {
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
  function* endless(): Steps<void> {
    for (;;) {
      steps += 1;
      if (steps === 3) aborted.abort(new Error("gone"));
      yield;
    }
  }
  await expect(runInSteps(endless(), aborted.signal)).rejects.toThrow("gone");
  expect(steps).toBe(3);
});
