import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { waitOrReturnPending } from "./pending-after";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const waiting = (): Promise<string> => new Promise(() => undefined);

test("returns a result that arrives in time, and leaves no timer", async () => {
  expect(await waitOrReturnPending(700, () => Promise.resolve("rows"))).toEqual({
    kind: "done",
    value: "rows",
  });
  expect(vi.getTimerCount()).toBe(0);
});

test("does not wait for slow work, which continues", async () => {
  const work = Promise.withResolvers<string>();
  const outcome = waitOrReturnPending(700, () => work.promise);
  await vi.advanceTimersByTimeAsync(700);
  expect(await outcome).toEqual({ kind: "pending" });
  work.resolve("rows");
  expect(await work.promise).toBe("rows");
});

test("returns a failure that arrives in time", async () => {
  const error = new Error("gone");
  expect(await waitOrReturnPending(700, () => Promise.reject(error))).toEqual({ kind: "failed", error });
  expect(vi.getTimerCount()).toBe(0);
});

test("leaves the work when the time has passed", async () => {
  let isLeaving = false;
  const outcome = waitOrReturnPending(700, (leaving) => {
    leaving.addEventListener("abort", () => (isLeaving = true));
    return waiting();
  });
  await vi.advanceTimersByTimeAsync(699);
  expect(isLeaving).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isLeaving).toBe(true);
  expect(await outcome).toEqual({ kind: "pending" });
});

test("stops waiting when the client leaves, before or during the wait", async () => {
  const client = new AbortController();
  const outcome = waitOrReturnPending(700, waiting, client.signal);
  client.abort();
  expect(await outcome).toEqual({ kind: "pending" });
  expect(await waitOrReturnPending(700, waiting, client.signal)).toEqual({ kind: "pending" });
  expect(vi.getTimerCount()).toBe(0);
});
