import { expect, test } from "vitest";
import { createWorkShare, findOrStart, type ShareableTask } from "./share";

/** Work that the test finishes. Counts how often it was started and aborted. */
function heldWork() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const counts = { started: 0, aborted: 0 };
  let declareSent = (): void => undefined;
  const task: ShareableTask<string> = (signal, onSent) => {
    counts.started += 1;
    declareSent = onSent;
    signal.addEventListener("abort", () => (counts.aborted += 1));
    return promise;
  };
  return { counts, task, resolve, reject, send: () => declareSent() };
}

test("concurrent callers share the work, and a later caller starts it again", async () => {
  const share = createWorkShare<string, null, string>();
  const { counts, task, resolve } = heldWork();
  const results = [findOrStart(share, "k", task).joinResult(), findOrStart(share, "k", task).joinResult()];
  resolve("done");
  expect(await Promise.all(results)).toEqual(["done", "done"]);
  expect(counts.started).toBe(1);
  await findOrStart(share, "k", task).joinResult();
  expect(counts.started).toBe(2);
});

test("callers with other keys do not share the work", async () => {
  const share = createWorkShare<string, null, string>();
  const { counts, task, resolve } = heldWork();
  const results = ["a", "b"].map((key) => findOrStart(share, key, task).joinResult());
  resolve("done");
  await Promise.all(results);
  expect(counts.started).toBe(2);
});

test("a failure reaches all callers and is not kept", async () => {
  const share = createWorkShare<string, null, string>();
  const { task, reject } = heldWork();
  const results = [findOrStart(share, "k", task).joinResult(), findOrStart(share, "k", task).joinResult()];
  reject(new Error("crash"));
  const outcomes = await Promise.allSettled(results);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await findOrStart(share, "k", () => Promise.resolve("again")).joinResult()).toBe("again");
});

test("aborts the work when the last caller leaves, and no caller joins aborted work", async () => {
  const share = createWorkShare<string, null, string>();
  const { counts, task } = heldWork();
  const [one, other] = [new AbortController(), new AbortController()];
  const results = [one, other].map(({ signal }) => findOrStart(share, "k", task).joinResult(signal));
  one.abort(new Error("left"));
  await expect(results[0]).rejects.toThrow("left");
  expect(counts.aborted).toBe(0);
  other.abort(new Error("left"));
  await expect(results[1]).rejects.toThrow("left");
  expect(counts).toEqual({ started: 1, aborted: 1 });
  expect(share.find("k")).toBeUndefined();
});

test("a caller that has already left starts nothing that continues", async () => {
  const share = createWorkShare<string, null, string>();
  const { counts, task } = heldWork();
  const left = AbortSignal.abort(new Error("left"));
  await expect(findOrStart(share, "k", task).joinResult(left)).rejects.toThrow("left");
  expect(counts.aborted).toBe(1);
});

test("work that was sent completes without callers, and the next caller gets its result", async () => {
  const share = createWorkShare<string, null, string>();
  const { counts, task, resolve, send } = heldWork();
  const leaving = new AbortController();
  const first = findOrStart(share, "k", task).joinResult(leaving.signal);
  send();
  leaving.abort(new Error("left"));
  await expect(first).rejects.toThrow("left");
  const second = findOrStart(share, "k", task).joinResult();
  resolve("done");
  expect(await second).toBe("done");
  expect(counts).toEqual({ started: 1, aborted: 0 });
});

test("finds work under one key by its subject", async () => {
  const share = createWorkShare<string, number, string>();
  const { task, resolve } = heldWork();
  const works = [1, 5].map((subject) => share.start("k", subject, task));
  expect(share.find("k", (subject) => subject > 3)).toBe(works[1]);
  expect(share.find("k", (subject) => subject > 5)).toBeUndefined();
  resolve("done");
  await Promise.all(works.map(({ joinResult }) => joinResult()));
  expect(share.find("k")).toBeUndefined();
});
