// Ends processes that a run left behind. Each process of a run has a file that names it (pid, start time, the signal
// it likes to be stopped with, and the run it belongs to); what the file names is stopped, first politely, then not.
// Plain JavaScript, because the watchdog must start in milliseconds and runs without the TypeScript loader.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isSameProcess, processIdentity } from "./process-identity.mjs";

const POLITE_MS = 10_000;
const KILLED_MS = 5_000;
const POLL_MS = 50;

/** Notes a process in `folder`, so that it can be found after a crash. Returns the note's file. */
export function noteProcess(folder, { name, pid, stopSignal, runId }) {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify({ name, pid, identity: processIdentity(pid), stopSignal, runId }));
  return file;
}

/** Stops what the notes in `folder` name, only of the run `runId` when given. Returns the names it had to stop. */
export async function stopLeftovers(folder, runId) {
  const notes = readNotes(folder).filter((note) => runId === undefined || note.runId === runId);
  const living = notes.filter((note) => isSameProcess(note.pid, note.identity));
  for (const note of living) signal(note.pid, note.stopSignal);
  await waitUntilGone(living, POLITE_MS);
  // Every process leads its own group, so its children go with it, whether or not it is still there itself.
  for (const note of living) signal(-note.pid, "SIGKILL");
  await waitUntilGone(living, KILLED_MS);
  for (const note of notes) rmSync(note.file, { force: true });
  return living.map((note) => note.name);
}

/** Sends a signal to a process, or to a group when `pid` is negative; a process that has gone is no error. */
export function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch (error) {
    // EPERM comes from a group of which only processes that have already ended are left (macOS).
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
      // A note cut short by a crash names nobody; one removed meanwhile has been dealt with.
      if (error instanceof SyntaxError || error.code === "ENOENT") return [];
      throw error;
    }
  });
}

async function waitUntilGone(notes, limitMs) {
  const deadline = performance.now() + limitMs;
  while (performance.now() < deadline && notes.some((note) => isSameProcess(note.pid, note.identity))) {
    await sleep(POLL_MS);
  }
}
