/** Runs named commands, and prints their duration and how to fix a failure. */
import { spawn } from "node:child_process";

/** A program of `npm run verify` and similar commands, and how to fix its failure. */
export interface SuiteCheck {
  readonly name: string;
  /** A program of `node_modules/.bin` and its arguments. */
  readonly command: readonly [program: string, ...args: string[]];
  readonly fix: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Result of one check, with its duration. */
export interface CheckResult {
  readonly name: string;
  readonly isPassed: boolean;
  readonly elapsedMs: number;
}

/** Runs a check. Its output is printed at once, or collected in `output`. */
async function run(check: SuiteCheck, output?: Buffer[]): Promise<CheckResult> {
  const startedMs = performance.now();
  const [program, ...args] = check.command;
  const code = await new Promise<number>((resolve) => {
    const child = spawn(program, args, {
      stdio: output === undefined ? "inherit" : ["inherit", "pipe", "pipe"],
      env: { ...process.env, ...check.env },
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (part: Buffer) => output?.push(part));
    child.on("error", () => resolve(1));
    child.on("close", (exitCode) => resolve(exitCode ?? 1));
  });
  return { name: check.name, isPassed: code === 0, elapsedMs: performance.now() - startedMs };
}

function printOutcome(check: SuiteCheck, { isPassed, elapsedMs }: CheckResult): void {
  console.log(`── ${check.name}: ${isPassed ? "ok" : "failed"}, ${(elapsedMs / 1000).toFixed(1)} s`);
  if (!isPassed) console.log(`fix: ${check.fix}`);
}

/** Runs every check even when one fails, so that one run reports all failures. */
export async function runChecks(checks: readonly SuiteCheck[]): Promise<readonly CheckResult[]> {
  const outcomes: CheckResult[] = [];
  for (const check of checks) {
    console.log(`\n── ${check.name}`);
    const outcome = await run(check);
    outcomes.push(outcome);
    printOutcome(check, outcome);
  }
  return outcomes;
}

/**
 * Runs sequences of checks in parallel, because most checks use one core. The output of a check is printed when it ends,
 * so that outputs do not mix.
 */
export async function runParallelChecks(
  sequences: readonly (readonly SuiteCheck[])[],
): Promise<readonly CheckResult[]> {
  const outcomes = await Promise.all(
    sequences.map(async (checks) => {
      const results: CheckResult[] = [];
      for (const check of checks) {
        const output: Buffer[] = [];
        const outcome = await run(check, output);
        results.push(outcome);
        console.log(`\n── ${check.name}`);
        process.stdout.write(Buffer.concat(output));
        printOutcome(check, outcome);
      }
      return results;
    }),
  );
  return outcomes.flat();
}
