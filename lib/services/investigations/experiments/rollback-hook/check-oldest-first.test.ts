/** The order of the checks, which ensures that no experiment waits for ever behind those of a source that does not respond. */
import { expect, test } from "vitest";
import { checkOldestFirst } from "./check-oldest-first";

const itemsOf = (ids: string) => Array.from(ids, (id) => ({ id }));

/** Checks items until `maxChecks` have ended. Returns the ids in the order of the starts. */
async function runOnce(
  ids: string,
  checkOrder: Set<string>,
  maxChecks: number,
  maxConcurrent = 1,
): Promise<string> {
  const run = new AbortController();
  const started: string[] = [];
  let endedCount = 0;
  await checkOldestFirst({
    items: itemsOf(ids),
    check: async ({ id }) => {
      started.push(id);
      await Promise.resolve();
      if ((endedCount += 1) > maxChecks) run.abort();
    },
    checkOrder,
    maxConcurrent,
    signal: run.signal,
  });
  return started.join("");
}

test("a run continues where the one before it was aborted, beginning with the check that was aborted", async () => {
  const checkOrder = new Set<string>();
  expect(await runOnce("abcde", checkOrder, 2)).toBe("abc");
  expect(await runOnce("abcde", checkOrder, 2)).toBe("cde");
  expect(await runOnce("abcde", checkOrder, 9)).toBe("eabcd");
});

test("a new item is first, and one that is not listed any more is forgotten", async () => {
  const checkOrder = new Set<string>();
  await runOnce("abc", checkOrder, 9);
  expect(await runOnce("acd", checkOrder, 9)).toBe("dac");
  expect([...checkOrder]).toEqual(["d", "a", "c"]);
});

test("several run at once, each item is checked once, and slow ones do not stop the others", async () => {
  const slow = Promise.withResolvers<void>();
  const ended: string[] = [];
  let running = 0;
  let maxRunning = 0;
  const last = Promise.withResolvers<void>();
  const done = checkOldestFirst({
    items: itemsOf("123abcdef"),
    check: async ({ id }) => {
      maxRunning = Math.max(maxRunning, (running += 1));
      if ("123".includes(id)) await slow.promise;
      else await Promise.resolve();
      running -= 1;
      ended.push(id);
      if (id === "f") last.resolve();
    },
    checkOrder: new Set(),
    maxConcurrent: 4,
    signal: new AbortController().signal,
  });
  await last.promise;
  expect([ended.join(""), running, maxRunning]).toEqual(["abcdef", 3, 4]);
  slow.resolve();
  await done;
  expect(ended.join("")).toBe("abcdef123");
});
