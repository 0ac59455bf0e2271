import { allSources, createScopedKey } from "@/lib/model/sources/source-scope";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { deleteProcessState } from "@/lib/server/process-state";
import { waitOrReturnPending } from "./pending-after";
import { findOrStartPolledWork } from "./polled-work";

const name = "polled-test";
const key = createScopedKey(allSources, "key");
const waitMs = 1_400;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  deleteProcessState(name);
});

interface Result {
  readonly value: number;
  readonly stale: { readonly reason: string } | null;
}

const fresh: Result = { value: 7, stale: null };

/** Work that takes `workMs`. Counts how often it was started and aborted. */
function slowWork(workMs: number, outcome: () => Result = () => fresh) {
  const counts = { started: 0, aborted: 0 };
  const open = () =>
    findOrStartPolledWork({ name, key, previousMs: 60_000 }, async (signal) => {
      counts.started += 1;
      signal.addEventListener("abort", () => (counts.aborted += 1));
      await new Promise<void>((resolve) => setTimeout(resolve, workMs));
      return outcome();
    });
  /** Requests the work like a page, which waits for `waitMs`. */
  const request = async () => {
    const waited = waitOrReturnPending(waitMs, open().joinResult);
    await vi.advanceTimersByTimeAsync(waitMs);
    return waited;
  };
  /** Requests the work again until the result is available. */
  const poll = async () => {
    for (;;) {
      const waited = await request();
      if (waited.kind !== "pending") return waited;
      await vi.advanceTimersByTimeAsync(300);
    }
  };
  return { counts, open, request, poll };
}

test("a later request gets the result of eight seconds of work, which ran once", async () => {
  const { counts, poll } = slowWork(8_000);
  expect(await poll()).toEqual({ kind: "done", value: fresh });
  expect(counts).toEqual({ started: 1, aborted: 0 });
});

test("the next request repeats work that took a moment", async () => {
  const { counts, request } = slowWork(20);
  await request();
  await request();
  expect(counts.started).toBe(2);
});

test("a fresh result of slow work answers further requests for as long as the work took", async () => {
  const { counts, poll, request } = slowWork(8_000);
  await poll();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await request()).toEqual({ kind: "done", value: fresh });
  expect(counts.started).toBe(1);
  await vi.advanceTimersByTimeAsync(3_000);
  await request();
  expect(counts.started).toBe(2);
});

test("work continues while it is requested, and is aborted when it is not", async () => {
  const { counts, request } = slowWork(600_000);
  for (let requests = 0; requests < 20; requests += 1) {
    await request();
    await vi.advanceTimersByTimeAsync(10_000);
  }
  expect(counts).toEqual({ started: 1, aborted: 0 });
  await vi.advanceTimersByTimeAsync(15_000);
  expect(counts.aborted).toBe(1);
  await request();
  expect(counts.started).toBe(2);
});

test("while the work repeats, the previous result is available for one minute", async () => {
  const { open } = slowWork(4_000);
  expect(open().previousResult).toBeUndefined();
  await vi.advanceTimersByTimeAsync(9_000);
  expect(open().previousResult).toEqual(fresh);
  await vi.advanceTimersByTimeAsync(90_000);
  expect(open().previousResult).toBeUndefined();
});

test("a failure is returned to the next request and retried after two seconds", async () => {
  const { counts, poll, request } = slowWork(9_000, () => {
    throw new Error("slow");
  });
  expect((await poll()).kind).toBe("failed");
  expect(counts.started).toBe(1);
  await vi.advanceTimersByTimeAsync(2_000);
  await request();
  expect(counts.started).toBe(2);
});

test("a source that recovers is queried within two seconds, however long its failure took", async () => {
  const stale: Result = { value: 6, stale: { reason: "the source did not answer within 9 s" } };
  let workMs = 9_000;
  const counts = { started: 0 };
  const request = () => {
    const { joinResult } = findOrStartPolledWork<Result>({ name, key }, async () => {
      counts.started += 1;
      const isHanging = workMs > 1_000;
      await new Promise<void>((resolve) => setTimeout(resolve, workMs));
      return isHanging ? stale : fresh;
    });
    return waitOrReturnPending(waitMs, joinResult);
  };
  void request();
  await vi.advanceTimersByTimeAsync(8_900);
  const pending = request();
  await vi.advanceTimersByTimeAsync(100);
  expect(await pending).toEqual({ kind: "done", value: stale });
  workMs = 50;
  await vi.advanceTimersByTimeAsync(2_000);
  const healed = request();
  await vi.advanceTimersByTimeAsync(50);
  expect(await healed).toEqual({ kind: "done", value: fresh });
  expect(counts.started).toBe(2);
});
