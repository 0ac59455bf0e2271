import { expect, test } from "vitest";
import { createConcurrencyLimiter } from "./concurrency-limiter";

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
  const gate = createConcurrencyLimiter({ maxConcurrent: 2, maxWaiting: 10 });
  const results = [1, 2, 3, 4].map((id) => work(id, begun));
  const outcomes = results.map((one) => gate.run(one.run));
  await Promise.resolve();
  expect(begun).toEqual([1, 2]);
  results[1]?.finish();
  expect(await outcomes[1]).toBe(2);
  await Promise.resolve();
  expect(begun).toEqual([1, 2, 3]);
  for (const one of results) one.finish();
  expect(await Promise.all(outcomes)).toEqual([1, 2, 3, 4]);
  expect(begun).toEqual([1, 2, 3, 4]);
});

test("removes a cancelled waiter, and refuses tasks when too many wait", async () => {
  const begun: number[] = [];
  const gate = createConcurrencyLimiter({ maxConcurrent: 1, maxWaiting: 1 });
  const [first, second, third] = [1, 2, 3].map((id) => work(id, begun)) as [Work, Work, Work];
  const leaving = new AbortController();
  const running = gate.run(first.run);
  const left = gate.run(second.run, leaving.signal);
  await expect(gate.run(third.run)).rejects.toThrow("already waiting");
  leaving.abort(new Error("gone"));
  await expect(left).rejects.toThrow("gone");
  first.finish();
  expect(await running).toBe(1);
  const after = gate.run(third.run);
  third.finish();
  expect(await after).toBe(3);
  expect(begun).toEqual([1, 3]);
});

test("releases the slot of a failed task", async () => {
  const gate = createConcurrencyLimiter({ maxConcurrent: 1, maxWaiting: 1 });
  await expect(gate.run(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await gate.run(() => Promise.resolve(7))).toBe(7);
});
