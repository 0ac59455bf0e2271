import { expect, test } from "vitest";
import { createConcurrencyLimit } from "./limit";

interface Work {
  readonly run: () => Promise<number>;
  readonly finish: () => void;
}

function work(id: number, begun: number[]): Work {
  let finish = (): void => undefined;
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  return {
    run: async () => {
      begun.push(id);
      await done;
      return id;
    },
    finish: () => finish(),
  };
}

test("runs a limited number of tasks and starts the others in order", async () => {
  const begun: number[] = [];
  const limit = createConcurrencyLimit({ maxConcurrent: 2, maxWaiting: 10 });
  const results = [1, 2, 3, 4].map((id) => work(id, begun));
  const outcomes = results.map((one) => limit.run(one.run));
  await Promise.resolve();
  expect(begun).toEqual([1, 2]);
  results[1]?.finish();
  expect(await outcomes[1]).toBe(2);
  expect(limit.countTasks()).toEqual({ running: 2, waiting: 1 });
  await Promise.resolve();
  expect(begun).toEqual([1, 2, 3]);
  for (const one of results) one.finish();
  expect(await Promise.all(outcomes)).toEqual([1, 2, 3, 4]);
  expect(begun).toEqual([1, 2, 3, 4]);
  expect(limit.countTasks()).toEqual({ running: 0, waiting: 0 });
});

test("removes a cancelled waiter, and refuses tasks when too many wait", async () => {
  const begun: number[] = [];
  const limit = createConcurrencyLimit({ maxConcurrent: 1, maxWaiting: 1 });
  const [first, second, third] = [1, 2, 3].map((id) => work(id, begun)) as [Work, Work, Work];
  const leaving = new AbortController();
  const running = limit.run(first.run);
  const left = limit.run(second.run, leaving.signal);
  await expect(limit.run(third.run)).rejects.toMatchObject({
    code: "source-slow",
    message: expect.stringContaining("already waiting"),
  });
  leaving.abort(new Error("gone"));
  await expect(left).rejects.toThrow("gone");
  first.finish();
  expect(await running).toBe(1);
  const after = limit.run(third.run);
  third.finish();
  expect(await after).toBe(3);
  expect(begun).toEqual([1, 3]);
});

test("releases the slot of a failed task", async () => {
  const limit = createConcurrencyLimit({ maxConcurrent: 1, maxWaiting: 1 });
  await expect(limit.run(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await limit.run(() => Promise.resolve(7))).toBe(7);
});

test("does not start work whose client has already left", async () => {
  const begun: number[] = [];
  const limit = createConcurrencyLimit({ maxConcurrent: 1, maxWaiting: 1 });
  const left = AbortSignal.abort(new Error("gone"));
  await expect(limit.run(work(1, begun).run, left)).rejects.toThrow("gone");
  expect(begun).toEqual([]);
  expect(limit.countTasks()).toEqual({ running: 0, waiting: 0 });
});

test("a signal has no effect on work that has started", async () => {
  const limit = createConcurrencyLimit({ maxConcurrent: 1, maxWaiting: 1 });
  const begun: number[] = [];
  const [first, second] = [work(1, begun), work(2, begun)];
  const leaving = new AbortController();
  const [running, waiting] = [limit.run(first.run), limit.run(second.run, leaving.signal)];
  first.finish();
  expect(await running).toBe(1);
  leaving.abort(new Error("gone"));
  second.finish();
  expect(await waiting).toBe(2);
});
