/** Runs named commands one after the other, and prints their duration and how to fix a failure. */
import { spawn } from "node:child_process";

/** A program of `npm run verify` and similar commands, and how to fix its failure. */
export interface Check {
  readonly name: string;
  /** A program of `node_modules/.bin` and its arguments. */
  readonly command: readonly [program: string, ...args: string[]];
  readonly fix: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface CheckResult {
  readonly name: string;
  readonly isPassed: boolean;
  readonly elapsedMs: number;
}

async function run(check: Check): Promise<CheckResult> {
  const startedMs = performance.now();
  const [program, ...args] = check.command;
  const code = await new Promise<number>((resolve) => {
    const child = spawn(program, args, { stdio: "inherit", env: { ...process.env, ...check.env } });
    child.on("error", () => resolve(1));
    child.on("exit", (exitCode) => resolve(exitCode ?? 1));
  });
  return { name: check.name, isPassed: code === 0, elapsedMs: performance.now() - startedMs };
}

/** Runs every check even when one fails, so that one run reports all failures. */
export async function runChecks(checks: readonly Check[]): Promise<readonly CheckResult[]> {
  const outcomes: CheckResult[] = [];
  for (const check of checks) {
    console.log(`\n── ${check.name}`);
    const outcome = await run(check);
    outcomes.push(outcome);
    console.log(
      `── ${check.name}: ${outcome.isPassed ? "ok" : "failed"}, ${(outcome.elapsedMs / 1000).toFixed(1)} s`,
    );
    if (!outcome.isPassed) console.log(`fix: ${check.fix}`);
  }
  return outcomes;
}
