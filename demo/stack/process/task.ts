// Runs a program that ends by itself but takes a while: a build, a day of history. Like the parts it leads its own
// process group and is noted on disk, so that neither Ctrl-C nor kill -9 leaves it working on for nobody.
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { noteProcess, signal } from "./leftovers.mjs";
import type { ProcessOwner } from "./process";
import { type Environment, toProcessEnvironment } from "./environment";

export interface TaskSpec {
  /** Unique among what the owner runs at the time. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: Environment;
}

export interface TaskOutcome {
  readonly code: number | null;
  readonly output: string;
}

const MAX_OUTPUT_CHARACTERS = 20_000;

/** Exit code and the end of what it said; code is null when it could not be started or was ended. */
export function runTask(spec: TaskSpec, owner: ProcessOwner, stopSignal?: AbortSignal): Promise<TaskOutcome> {
  return new Promise((resolve) => {
    if (stopSignal?.aborted === true) return resolve({ code: null, output: "stopped before it began" });
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
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output = (output + text).slice(-MAX_OUTPUT_CHARACTERS);
      });
    }
    const finish = (outcome: TaskOutcome): void => {
      stopSignal?.removeEventListener("abort", end);
      if (note !== undefined) rmSync(note, { force: true });
      resolve(outcome);
    };
    child.once("error", (error) => finish({ code: null, output: error.message }));
    child.once("close", (code) => finish({ code, output }));
  });
}
