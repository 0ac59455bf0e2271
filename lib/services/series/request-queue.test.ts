import { expect, test } from "vitest";
import { createRequestQueue, type BatchResult } from "./request-queue";

interface Question {
  readonly lane: string;
  readonly batchGroup: string | null;
  readonly name: string;
}

interface Request {
  readonly names: readonly string[];
  readonly answer: (sent: BatchResult<string>) => void;
  readonly fail: (error: Error) => void;
}

function stage({ atOnce, waiting = 100, limit = 3 }: { atOnce: number; waiting?: number; limit?: number }) {
  const requests: Request[] = [];
  const turns = createRequestQueue<Question, string>({
    maxConcurrent: atOnce,
    maxWaiting: waiting,
    findMaxBatchSize: () => limit,
    sendBatch: (questions) =>
      new Promise((resolve, reject) => {
        requests.push({ names: questions.map(({ name }) => name), answer: resolve, fail: reject });
      }),
  });
  const ask = (name: string, lane = "page", group: string | null = "now", signal?: AbortSignal) =>
    turns.run({ name, lane, batchGroup: group }, { signal });
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  const answer = async (index: number): Promise<void> => {
    const { names = [], answer: respond } = requests[index] ?? {};
    respond?.({ kind: "results", results: names.map((name) => name.toUpperCase()) });
    await settle();
  };
  return { requests, ask, answer, settle, sent: () => requests.map(({ names }) => names.join("")) };
}

test("sends simultaneous requests of a group in even batches and returns each result to its caller", async () => {
  const { ask, answer, settle, sent } = stage({ atOnce: 3 });
  const answers = Array.from("abcd").map((name) => ask(name));
  const alone = ask("x", "page", null);
  await settle();
  expect(sent()).toEqual(["ab", "cd", "x"]);
  await Promise.all([0, 1, 2].map(answer));
  expect(await Promise.all([...answers, alone])).toEqual(["A", "B", "C", "D", "X"]);
});

test("lets pages take turns, so that a small page does not wait for a large one", async () => {
  const { ask, answer, settle, sent } = stage({ atOnce: 1 });
  const many = Array.from("abcdefghi").map((name) => ask(name, "large", `${name} separately`));
  await settle();
  const few = Array.from("xy").map((name) => ask(name, "small"));
  await settle();
  await answer(0);
  await answer(1);
  expect(sent().slice(0, 3)).toEqual(["a", "b", "xy"]);
  for (let index = 2; index < 10; index += 1) await answer(index);
  expect(await Promise.all([...many, ...few])).toEqual(Array.from("ABCDEFGHIXY"));
});

test("skips requests cancelled while waiting, and completes those that were sent", async () => {
  const { ask, answer, settle, sent } = stage({ atOnce: 1, limit: 1 });
  const [early, late] = [new AbortController(), new AbortController()];
  const first = ask("a", "page", "now", early.signal);
  const second = ask("b", "page", "now", late.signal);
  await settle();
  early.abort(new Error("gone"));
  late.abort(new Error("gone"));
  await expect(second).rejects.toThrow("gone");
  await answer(0);
  expect(await first).toBe("A");
  expect(sent()).toEqual(["a"]);
});

test("sends requests separately when they cannot be combined, and fails only the faulty one", async () => {
  const { requests, ask, answer, settle, sent } = stage({ atOnce: 1 });
  const outcomes = Promise.allSettled([ask("a"), ask("b")]);
  await settle();
  requests[0]?.answer({ kind: "retry-separately" });
  await settle();
  requests[1]?.fail(new Error("refused"));
  await settle();
  await answer(2);
  expect(sent()).toEqual(["ab", "a", "b"]);
  expect((await outcomes).map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
});

test("refuses requests immediately when too many wait", async () => {
  const { ask, settle } = stage({ atOnce: 1, waiting: 2, limit: 1 });
  const waiting = Array.from("ab").map((name) => ask(name));
  await expect(ask("c")).rejects.toThrow("already waiting");
  await settle();
  expect(waiting).toHaveLength(2);
});
