import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forgetProcessMemory } from "./memory";
import { joinOngoing } from "./ongoing-work";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  forgetProcessMemory("ongoing-test");
  forgetProcessMemory("ongoing-test-results");
});

/** Work that takes `ms`. Counts how often it was started and aborted. */
function slowWork(ms: number, outcome: () => number = () => 7) {
  const counts = { begun: 0, givenUp: 0 };
  const ask = () =>
    joinOngoing("ongoing-test", "key", async (signal) => {
      counts.begun += 1;
      signal.addEventListener("abort", () => (counts.givenUp += 1));
      await new Promise<void>((resolve) => setTimeout(resolve, ms));
      return outcome();
    });
  return { counts, ask };
}

test("a later request gets the result of eight seconds of work, which ran once", async () => {
  const { counts, ask } = slowWork(8_000);
  for (let passed = 0; passed < 9_000; passed += 1_800) {
    ask();
    await vi.advanceTimersByTimeAsync(1_800);
  }
  expect(await ask().outcome).toEqual({ kind: "done", value: 7 });
  expect(counts).toEqual({ begun: 1, givenUp: 0 });
});

test("the next request repeats work that took a moment", async () => {
  const { counts, ask } = slowWork(20);
  ask();
  await vi.advanceTimersByTimeAsync(1_000);
  ask();
  expect(counts.begun).toBe(2);
});

test("work continues while it is requested, and is aborted when it is not", async () => {
  const { counts, ask } = slowWork(600_000);
  for (let requests = 0; requests < 20; requests += 1) {
    ask();
    await vi.advanceTimersByTimeAsync(10_000);
  }
  expect(counts).toEqual({ begun: 1, givenUp: 0 });
  await vi.advanceTimersByTimeAsync(15_000);
  expect(counts.givenUp).toBe(1);
  ask();
  expect(counts.begun).toBe(2);
});

test("while the work repeats, the previous result is available for one minute", async () => {
  const { ask } = slowWork(4_000);
  expect(ask().previous).toBeUndefined();
  await vi.advanceTimersByTimeAsync(9_000);
  expect(ask().previous).toBe(7);
  await vi.advanceTimersByTimeAsync(90_000);
  expect(ask().previous).toBeUndefined();
});

test("a failure is returned to the next request and retried after two seconds", async () => {
  const { counts, ask } = slowWork(9_000, () => {
    throw new Error("slow");
  });
  ask();
  await vi.advanceTimersByTimeAsync(10_000);
  expect((await ask().outcome).kind).toBe("failed");
  await vi.advanceTimersByTimeAsync(1_500);
  ask();
  expect(counts.begun).toBe(2);
});
