// Writes scenarios into the running demo: the program of demo/scenarios with the addresses of the demo.
import { join } from "node:path";
import { removeSourceVariables } from "../app/app";
import { cloneFolder } from "../folders";
import { readOrStoreScenarioStart } from "../history/scenario-start";
import type { Log } from "../log";
import { withLock } from "../process/lock.mjs";
import type { ProcessOwner } from "../process/process";
import { runTask } from "../process/task";
import { createTypescriptCommand } from "../process/typescript-command";
import { prometheusDataFolder } from "../prometheus";
import { StackError } from "../stack-error";
import type { StackUrls } from "../stack-plan";
import { lastLine, runCommand } from "../tools/run-command";
import { readDemoState } from "./control";

const program = join(cloneFolder, "demo/scenarios/main.ts");
/** The scenario that every demo has. */
const firstScenario = "investigations";

/** Writes the scenario and returns the links. Without a name, returns the list. Throws `StackError`. */
export async function seedScenario(folder: string, name: string | undefined): Promise<string> {
  if (name === undefined) {
    const { command, args } = createTypescriptCommand(program, []);
    const { exitCode, output } = await runCommand(command, args, { cwd: cloneFolder });
    if (exitCode !== 0)
      throw new StackError(`the scenarios cannot be listed: ${output.trim()}`, "npm run doctor");
    return `${output.trim()}\n\nnpm run seed -- <scenario> writes one of them into the running demo`;
  }
  const { command, args, env } = createSeedCommand(folder, readDemoState(folder).urls, name);
  const outcome = await lockSeed(folder, () => runCommand(command, args, { cwd: cloneFolder, env }));
  if (outcome.exitCode === 0) return outcome.output.trim();
  const [, message = outcome.output.trim(), fix = "npm run demo -- status"] =
    /^error: ([\s\S]*)\nfix: (.*)$/m.exec(outcome.output.trim()) ?? [];
  throw new StackError(message, fix);
}

type Command = ReturnType<typeof createTypescriptCommand>;

export interface FirstSeedOptions {
  readonly dataFolder: string;
  readonly urls: StackUrls;
  readonly owner: ProcessOwner;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** Writes the investigations of a demo that has none. A failure is only logged: the demo works without them. */
export async function seedFirstScenario(options: FirstSeedOptions): Promise<void> {
  const { dataFolder, urls, owner, log, signal } = options;
  if (signal.aborted) return;
  const command = createSeedCommand(dataFolder, urls, firstScenario);
  const { exitCode, outputEnd } = await lockSeed(dataFolder, () =>
    runTask({ name: "seed", ...command, cwd: cloneFolder }, owner, signal),
  );
  if (signal.aborted) return;
  if (exitCode === 0) return log(`investigations: ${lastLine(outputEnd)}`);
  log(
    `the demo's investigations are not written: ${lastLine(outputEnd.replace(/\nfix: .*/, ""))}. To try again: npm run seed -- ${firstScenario}`,
  );
}

function createSeedCommand(
  folder: string,
  urls: StackUrls,
  name: string,
): Command & { env: NodeJS.ProcessEnv } {
  const data = prometheusDataFolder(join(folder, "prometheus"));
  const startMs = readOrStoreScenarioStart(folder, data, Date.now());
  return {
    ...createTypescriptCommand(program, [name, `--scenario-start=${startMs}`]),
    env: {
      ...removeSourceVariables(process.env),
      NODE_ENV: "development",
      DATABASE_URL: urls.database,
      PROMETHEUS_URL: urls.prometheus,
      JAEGER_URL: urls.jaeger,
      RIDGEPOINT_URL: urls.app,
      RIDGEPOINT_SIMULATOR_URL: urls.simulator,
      RIDGEPOINT_LOG_LEVEL: "fatal",
      HOSTNAME: "127.0.0.1",
    },
  };
}

/** Two programs at the same time would write the objects twice. */
function lockSeed<T>(folder: string, work: () => Promise<T>): Promise<T> {
  return withLock(join(folder, "seed.lock"), work);
}
