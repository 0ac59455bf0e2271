// A lock between processes: a file that names its holder. When the holder has ended, even by kill -9, the next process
// takes the lock over. Plain JavaScript on Node's built-in modules, because the install of packages needs this lock.
import { randomBytes } from "node:crypto";
import {
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isSameProcess, processIdentity } from "./process-identity.mjs";

const POLL_MS = 100;
// To take over a dead holder's file takes less than a millisecond, so a guard this old was left by a crash.
const TAKEOVER_GUARD_MAX_AGE_MS = 10_000;

/** Runs `work` while holding the lock at `path`. If another process holds it, calls `onWait` once and waits. */
export async function withLock(path, work, onWait) {
  let hasReported = false;
  for (;;) {
    const attempt = tryLock(path);
    if (attempt.kind === "held") {
      try {
        return await work();
      } finally {
        attempt.release();
      }
    }
    if (!hasReported) onWait?.(attempt.holderPid);
    hasReported = true;
    await sleep(POLL_MS);
  }
}

/** Takes the lock at `path`, or returns its holder. */
export function tryLock(path) {
  mkdirSync(dirname(path), { recursive: true });
  const ownContent = JSON.stringify({ pid: process.pid, identity: processIdentity(process.pid) });
  // A hard link appears with its content in one step, so no reader ever sees an empty lock file.
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  writeFileSync(draft, ownContent);
  try {
    for (;;) {
      try {
        linkSync(draft, path);
        return { kind: "held", release: () => rmSync(path, { force: true }) };
      } catch (error) {
        if (error.code !== "EEXIST") throw error;
      }
      const holder = readHolder(path);
      if (holder === undefined) continue;
      if (isSameProcess(holder.pid, holder.identity)) return { kind: "busy", holderPid: holder.pid };
      if (!removeDeadHolder(path)) return { kind: "busy", holderPid: holder.pid };
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

function readHolder(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    // A file that cannot be parsed names no live holder.
    if (error instanceof SyntaxError) return { pid: 0, identity: undefined };
    throw error;
  }
}

// Two processes may find the same dead holder. Without this guard, the slower one would delete the lock file that the
// faster one has just created.
function removeDeadHolder(path) {
  const guard = `${path}.takeover`;
  try {
    closeSync(openSync(guard, "wx"));
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    const ageMs = Date.now() - (statSync(guard, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (ageMs > TAKEOVER_GUARD_MAX_AGE_MS) rmSync(guard, { force: true });
    return false;
  }
  try {
    const holder = readHolder(path);
    if (holder !== undefined && !isSameProcess(holder.pid, holder.identity)) rmSync(path, { force: true });
    return true;
  } finally {
    rmSync(guard, { force: true });
  }
}
