import { expect, test } from "vitest";
import { createTurnQueue } from "./turns";

const never = new AbortController().signal;
const createError = (): Error => new Error("busy");

/** Returns the names of `turns` that have started, in their order of start. */
async function listStarted(
  turns: Readonly<Record<string, Promise<void> | undefined>>,
): Promise<readonly string[]> {
  const started: string[] = [];
  for (const [name, start] of Object.entries(turns)) {
    void Promise.resolve(start).then(
      () => started.push(name),
      () => undefined,
    );
  }
  await new Promise(setImmediate);
  return started;
}

test("one turn at a time is taken, in the order of the requests", async () => {
  const turns = createTurnQueue();
  const [first, second, third] = [1, 2, 3].map(() => turns.take(never, createError));
  const starts = { first: first?.start, second: second?.start, third: third?.start };
  expect(await listStarted(starts)).toEqual(["first"]);
  first?.end();
  expect(await listStarted(starts)).toEqual(["first", "second"]);
  second?.end();
  expect(await listStarted(starts)).toEqual(["first", "second", "third"]);
  third?.end();
  expect(turns.take(never, createError).start).toBeUndefined();
});

test("an aborted wait fails, and the next turn is not delayed", async () => {
  const turns = createTurnQueue();
  const reader = new AbortController();
  const first = turns.take(never, createError);
  const second = turns.take(reader.signal, createError);
  const third = turns.take(never, createError);
  reader.abort();
  await expect(second.start).rejects.toThrow("busy");
  first.end();
  await third.start;
});

test("a turn that ends repeatedly, or before its start, ends once", async () => {
  const turns = createTurnQueue();
  const [first, second, third, fourth] = [1, 2, 3, 4].map(() => turns.take(never, createError));
  second?.end();
  first?.end();
  first?.end();
  expect(await listStarted({ third: third?.start, fourth: fourth?.start })).toEqual(["third"]);
});
