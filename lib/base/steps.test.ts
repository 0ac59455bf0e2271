import { expect, test } from "vitest";
import { doAtOnce, doInSlices, type Steps } from "./steps";

/** Takes `stepMs` of a clock for each of `count` steps. */
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

test("at once and in slices give the same", async () => {
  expect(doAtOnce(work(5, 1).steps)).toBe("done");
  const { steps, nowMs } = work(5, 1);
  expect(await doInSlices(steps, { sliceMs: 2, nowMs, pause: async () => "go-on" })).toBe("done");
});

test("no slice goes on for longer than its time and one step", async () => {
  const { steps, nowMs } = work(100, 3);
  const pausesMs: number[] = [];
  const pause = async (): Promise<"go-on"> => {
    pausesMs.push(nowMs());
    return "go-on";
  };
  await doInSlices(steps, { sliceMs: 8, nowMs, pause });
  const slices = pausesMs.slice(1).map((atMs, index) => atMs - (pausesMs[index] ?? 0));
  expect(Math.max(...slices)).toBeLessThanOrEqual(9);
  expect(slices.length).toBeGreaterThan(30);
});

test("who no longer waits ends it at the next pause", async () => {
  const { steps, nowMs } = work(100, 5);
  let asked = 0;
  const pause = async (): Promise<"go-on" | "end"> => {
    asked += 1;
    return asked === 3 ? "end" : "go-on";
  };
  expect(await doInSlices(steps, { sliceMs: 5, nowMs, pause })).toBeUndefined();
  expect(nowMs()).toBe(10);
});
