// Runs a short-lived program and returns its output. Arguments are a list, so no shell interprets them.
import { spawn } from "node:child_process";
import { type Environment, toProcessEnvironment } from "../process/environment";

export interface CommandOutcome {
  readonly exitCode: number | null;
  readonly output: string;
}

export interface CommandOptions {
  readonly cwd?: string;
  readonly env?: Environment;
  readonly uid?: number;
  readonly gid?: number;
  readonly signal?: AbortSignal;
}

/**
 * Resolves with the exit code and the combined output. The code is null if the program cannot be run or was ended
 * by a signal.
 */
export function runCommand(
  command: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandOutcome> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      ...options,
      env: toProcessEnvironment(options.env ?? process.env),
      stdio: ["ignore", "pipe", "pipe"],
    });
    const chunks: Buffer[] = [];
    const collect = (chunk: Buffer): void => {
      chunks.push(chunk);
    };
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    child.once("error", (error) => resolve({ exitCode: null, output: error.message }));
    child.once("close", (exitCode) => resolve({ exitCode, output: Buffer.concat(chunks).toString("utf8") }));
  });
}

/** Returns the last non-empty line, for a one-line reason. */
export function lastLine(output: string): string {
  return output.trim().split("\n").at(-1)?.trim() ?? "";
}
