// Stops processes that a previous run left running. Each process has a note file: its pid, its start time, the signal
// that stops it cleanly, and the id of its run. Processes receive that signal first and SIGKILL after a time limit.
// Plain JavaScript, because the watchdog must start in milliseconds and runs without the TypeScript loader.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isSameProcess, processIdentity } from "./process-identity.mjs";

const CLEAN_STOP_MS = 10_000;
const KILL_MS = 5_000;
const POLL_MS = 50;

/** Writes a note about a process to `folder`, so that it can be found after a crash. Returns the note's path. */
export function noteProcess(folder, { name, pid, stopSignal, runId }) {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify({ name, pid, identity: processIdentity(pid), stopSignal, runId }));
  return file;
}

/**
 * Stops the processes that are noted in `folder`. If `runId` is given, only processes of this run are stopped. Returns
 * the names of the processes that were still running.
 */
export async function stopLeftovers(folder, runId) {
  const notes = readNotes(folder).filter((note) => runId === undefined || note.runId === runId);
  const living = notes.filter((note) => isSameProcess(note.pid, note.identity));
  for (const note of living) signal(note.pid, note.stopSignal);
  await waitUntilEnded(living, CLEAN_STOP_MS);
  // Every process leads a process group, so this also stops its children, even if the process itself has ended.
  for (const note of living) signal(-note.pid, "SIGKILL");
  await waitUntilEnded(living, KILL_MS);
  for (const note of notes) rmSync(note.file, { force: true });
  return living.map((note) => note.name);
}

/** Sends a signal to a process, or to a group if `pid` is negative. A process that has ended is not an error. */
export function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch (error) {
    // macOS reports EPERM for a group whose processes have all ended.
    if (error.code !== "ESRCH" && error.code !== "EPERM") throw error;
  }
}

function readNotes(folder) {
  let files;
  try {
    files = readdirSync(folder).filter((file) => file.endsWith(".json"));
  } catch (error) {
    if (error.code === "ENOENT") return [];
    throw error;
  }
  return files.flatMap((name) => {
    const file = join(folder, name);
    try {
      return [{ ...JSON.parse(readFileSync(file, "utf8")), file }];
    } catch (error) {
      // A crash can truncate a note, and another process can remove one meanwhile. Both are safe to ignore.
      if (error instanceof SyntaxError || error.code === "ENOENT") return [];
      throw error;
    }
  });
}

async function waitUntilEnded(notes, limitMs) {
  const deadline = performance.now() + limitMs;
  while (performance.now() < deadline && notes.some((note) => isSameProcess(note.pid, note.identity))) {
    await sleep(POLL_MS);
  }
}
