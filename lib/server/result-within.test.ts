import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { resultWithin } from "./result-within";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("returns a result that arrives in time, and leaves no timer", async () => {
  expect(await resultWithin(Promise.resolve("rows"), 700)).toBe("rows");
  expect(vi.getTimerCount()).toBe(0);
});

test("does not wait for slow work, which continues", async () => {
  const work = Promise.withResolvers<string>();
  const answer = resultWithin(work.promise, 700);
  await vi.advanceTimersByTimeAsync(700);
  expect(await answer).toBeUndefined();
  work.resolve("rows");
  expect(await work.promise).toBe("rows");
});

test("throws an error that arrives in time", async () => {
  await expect(resultWithin(Promise.reject(new Error("gone")), 700)).rejects.toThrow("gone");
  expect(vi.getTimerCount()).toBe(0);
});
