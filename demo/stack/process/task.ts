// Runs a program that takes a while and exits: a build, or a day of history. Like a part, it has a separate process
// group and a note on disk, so that it does not keep running after Ctrl-C or kill -9.
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { createInterface } from "node:readline";
import { noteProcess, signal } from "./leftovers.mjs";
import type { ProcessOwner } from "./process";
import { type Environment, toProcessEnvironment } from "./environment";

/** A program that runs to its end. */
export interface TaskSpec {
  /** Unique among the tasks that the owner runs at the time. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: Environment;
  /** Receives each complete line of its standard output at once. */
  readonly onLine?: (line: string) => void;
}

/** Exit code of a program and the end of its output. */
export interface TaskOutcome {
  readonly exitCode: number | null;
  readonly outputEnd: string;
}

const MAX_OUTPUT_CHARACTERS = 20_000;

/**
 * Runs the program and returns its exit code and the end of its output. The code is null if it could not be started
 * or was stopped.
 */
export function runTask(spec: TaskSpec, owner: ProcessOwner, stopSignal?: AbortSignal): Promise<TaskOutcome> {
  return new Promise((resolve) => {
    if (stopSignal?.aborted === true)
      return resolve({ exitCode: null, outputEnd: "stopped before it started" });
    const child = spawn(spec.command, spec.args, {
      cwd: spec.cwd,
      env: toProcessEnvironment(spec.env ?? process.env),
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const { pid } = child;
    const note =
      pid === undefined
        ? undefined
        : noteProcess(owner.notesFolder, { name: spec.name, pid, stopSignal: "SIGTERM", runId: owner.runId });
    const end = (): void => {
      if (pid !== undefined) signal(-pid, "SIGKILL");
    };
    stopSignal?.addEventListener("abort", end, { once: true });
    let outputEnd = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        outputEnd = (outputEnd + text).slice(-MAX_OUTPUT_CHARACTERS);
      });
    }
    const { onLine } = spec;
    if (onLine !== undefined) createInterface({ input: child.stdout }).on("line", onLine);
    const finish = (outcome: TaskOutcome): void => {
      stopSignal?.removeEventListener("abort", end);
      if (note !== undefined) rmSync(note, { force: true });
      resolve(outcome);
    };
    child.once("error", (error) => finish({ exitCode: null, outputEnd: error.message }));
    child.once("close", (exitCode) => finish({ exitCode, outputEnd }));
  });
}
