// Starts and stops one child process of the stack. Each child has a separate process group, so that Ctrl-C reaches
// only the parent, which decides the order of stopping. Its output is written to a log file. A note on disk lets a
// watchdog or the next start find it when the parent was killed.
import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { ensureFolder } from "../folders";
import { noteProcess, signal } from "./leftovers.mjs";
import { StackError } from "../stack-error";
import { waitUntil } from "./wait-until";
import { type Environment, toProcessEnvironment } from "./environment";

/** A program to run as a child process. */
export interface ProcessSpec {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: Environment;
  readonly uid?: number;
  readonly gid?: number;
  /** File for the output of the process. Absent if the terminal shows the output. */
  readonly logFile?: string;
  /**
   * Signal that stops the process. Default: SIGTERM. PostgreSQL needs SIGINT, because on SIGTERM it waits for its
   * clients.
   */
  readonly stopSignal?: NodeJS.Signals;
  /** Time after which a process that has not stopped is killed. */
  readonly stopTimeoutMs?: number;
  readonly isReady: () => Promise<boolean>;
  /** The start fails when the process is not ready after this time. */
  readonly readyTimeoutMs: number;
}

/** The run to which a process belongs. */
export interface ProcessOwner {
  /** Folder with one file per running process, by which a later run finds processes that were left running. */
  readonly notesFolder: string;
  readonly runId: string;
}

/** How a process ended. `exitCode` is null after a signal. */
export interface ProcessEnd {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  /** True if the stack stopped the process. */
  readonly wasRequested: boolean;
}

export interface RunningProcess {
  readonly pid: number;
  readonly logFile: string | undefined;
  readonly whenEnded: Promise<ProcessEnd>;
  readonly stop: () => Promise<void>;
}

const LOG_ROTATE_BYTES = 5 * 1024 * 1024;
const DEFAULT_STOP_LIMIT_MS = 10_000;
const LOG_TAIL_LINES = 12;

/**
 * Starts a process and resolves when it is ready. Throws `StackError` with the end of its log when it does not become
 * ready, or when `abortSignal` fires; then the process is stopped.
 */
export async function startProcess(
  spec: ProcessSpec,
  owner: ProcessOwner,
  abortSignal?: AbortSignal,
): Promise<RunningProcess> {
  const child = spawnLogged(spec);
  const pid = await waitForPid(child, spec);
  const note = noteProcess(owner.notesFolder, {
    name: spec.name,
    pid,
    stopSignal: spec.stopSignal ?? "SIGTERM",
    runId: owner.runId,
  });
  let end: ProcessEnd | undefined;
  let wasRequested = false;
  const whenEnded = new Promise<ProcessEnd>((resolve) => {
    child.once("exit", (exitCode, endSignal) => {
      end = { exitCode, signal: endSignal, wasRequested };
      // Child processes must not outlive the process.
      signal(-pid, "SIGKILL");
      rmSync(note, { force: true });
      resolve(end);
    });
  });
  const stop = async (): Promise<void> => {
    if (end !== undefined) return;
    wasRequested = true;
    signal(pid, spec.stopSignal ?? "SIGTERM");
    const timer = setTimeout(() => signal(-pid, "SIGKILL"), spec.stopTimeoutMs ?? DEFAULT_STOP_LIMIT_MS);
    await whenEnded;
    clearTimeout(timer);
  };
  try {
    await waitUntil({
      condition: `${spec.name} to become ready`,
      isMet: async () => end === undefined && (await spec.isReady()),
      timeoutMs: spec.readyTimeoutMs,
      findAbortReason: () => {
        if (abortSignal?.aborted === true) return `${spec.name} was stopped during its start`;
        return (
          end && `${spec.name} exited during its start (${describeEnd(end)})${readLogTail(spec.logFile)}`
        );
      },
      fix: spec.logFile === undefined ? "see the lines above" : `see ${spec.logFile}`,
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return { pid, logFile: spec.logFile, whenEnded, stop };
}

function describeEnd(end: ProcessEnd): string {
  return end.signal === null ? `exit code ${end.exitCode}` : `signal ${end.signal}`;
}

/** Returns the last lines of a log file, to append to an error message. */
function readLogTail(file: string | undefined): string {
  if (file === undefined) return "";
  return `:\n${readFileSync(file, "utf8").trimEnd().split("\n").slice(-LOG_TAIL_LINES).join("\n")}`;
}

const REASON_SEARCH_LINES = 60;
const REASON = /^\s*(?:Uncaught )?(?:\w*Error|error|panic|fatal|FATAL)\b/;

/**
 * Returns why a process exited: its exit code or signal, a log line, and the log's path. The log line is the last one
 * with an error, or the last line. It is omitted after a signal, which another process sent.
 */
export function explainEnd(end: ProcessEnd, logFile: string | undefined): string {
  if (logFile === undefined) return describeEnd(end);
  const lines = readFileSync(logFile, "utf8").trimEnd().split("\n").slice(-REASON_SEARCH_LINES);
  const reason = lines.findLast((line) => REASON.test(line)) ?? lines.at(-1) ?? "";
  const reasonText = end.signal === null && reason !== "" ? `: ${reason.trim()}` : "";
  return `${describeEnd(end)}${reasonText}; log: ${logFile}`;
}

/**
 * Starts a process that stops all processes of a run when the current process exits without doing so. Returns a
 * function that releases the watchdog.
 */
export function startWatchdog(owner: ProcessOwner): () => void {
  const watchdog = spawn(
    process.execPath,
    [join(import.meta.dirname, "watchdog.mjs"), owner.notesFolder, owner.runId],
    { stdio: ["pipe", "ignore", "ignore"], detached: true },
  );
  watchdog.unref();
  return () => {
    watchdog.stdin.end();
  };
}

function spawnLogged(spec: ProcessSpec): ChildProcess {
  const log = spec.logFile === undefined ? undefined : openLog(spec.logFile);
  try {
    return spawn(spec.command, spec.args, {
      cwd: spec.cwd,
      env: toProcessEnvironment(spec.env ?? process.env),
      detached: true,
      stdio: ["ignore", log ?? "inherit", log ?? "inherit"],
      ...(spec.uid === undefined ? {} : { uid: spec.uid }),
      ...(spec.gid === undefined ? {} : { gid: spec.gid }),
    });
  } finally {
    if (log !== undefined) closeSync(log);
  }
}

function openLog(file: string): number {
  ensureFolder(dirname(file));
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LOG_ROTATE_BYTES) renameSync(file, `${file}.1`);
  return openSync(file, "a");
}

function waitForPid(child: ChildProcess, spec: ProcessSpec): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once("error", (error) =>
      reject(
        new StackError(
          `${spec.name} could not be started: ${error.message}`,
          `check that ${spec.command} runs`,
          {
            cause: error,
          },
        ),
      ),
    );
    child.once("spawn", () => {
      if (child.pid !== undefined) resolve(child.pid);
    });
  });
}
