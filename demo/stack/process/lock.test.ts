import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tryLock, withLock } from "./lock.mjs";
import { isSameProcess, processIdentity } from "./process-identity.mjs";

const newPath = (): string => join(mkdtempSync(join(tmpdir(), "lock-")), "deep/er/a.lock");

test("one process holds the lock at a time, and all get it in turn", async () => {
  const path = newPath();
  let inside = 0;
  let maxInside = 0;
  const turns = await Promise.all(
    Array.from({ length: 12 }, (_, turn) =>
      withLock(path, async () => {
        inside += 1;
        maxInside = Math.max(maxInside, inside);
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
        inside -= 1;
        return turn;
      }),
    ),
  );
  expect(maxInside).toBe(1);
  expect(turns).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
});

test("an error inside releases the lock", async () => {
  const path = newPath();
  await expect(withLock(path, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(tryLock(path).kind).toBe("held");
});

test("a busy lock names its holder and notifies the waiting process once", async () => {
  const path = newPath();
  const first = tryLock(path);
  expect(tryLock(path)).toEqual({ kind: "busy", holderPid: process.pid });
  const notified: number[] = [];
  const waiting = withLock(
    path,
    () => "mine",
    (holder) => {
      notified.push(holder);
      if (first.kind === "held") first.release();
    },
  );
  expect(await waiting).toBe("mine");
  expect(notified).toEqual([process.pid]);
});

test.each([
  ["a process that is gone", JSON.stringify({ pid: 2 ** 22 + 1, identity: "gone" })],
  ["a process whose number passed to another", JSON.stringify({ pid: process.pid, identity: "earlier" })],
  ["a file cut short", '{"pid":'],
  ["an empty file", ""],
])("a lock left by %s is taken over", (_, content) => {
  const path = newPath();
  const own = tryLock(path);
  if (own.kind === "held") own.release();
  writeFileSync(path, content);
  expect(tryLock(path).kind).toBe("held");
});

test("a process is identified by more than its number", () => {
  const identity = processIdentity(process.pid);
  expect(identity).toBeDefined();
  expect(isSameProcess(process.pid, identity)).toBe(true);
  expect(isSameProcess(process.pid, `${identity}x`)).toBe(false);
  expect(isSameProcess(process.ppid, identity)).toBe(false);
  expect(processIdentity(2 ** 22 + 1)).toBeUndefined();
});
