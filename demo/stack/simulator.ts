// Runs the simulated fleet as a process of the stack.
import { join } from "node:path";
import { cloneFolder, ensureFolder } from "./folders";
import type { Log } from "./log";
import { type Part, createProcessPart } from "./part";
import type { ProcessOwner } from "./process/process";
import { createTypescriptCommand } from "./process/typescript-command";
import { isResponding } from "./process/wait-until";

export interface SimulatorOptions {
  readonly folder: string;
  readonly port: number;
  readonly otlpUrl: string;
  readonly seed: number;
  /** Initial faults, each "deployment:fault". */
  readonly initialFaults: readonly string[];
  readonly owner: ProcessOwner;
  readonly log: Log;
  /** Additional arguments, such as a faster clock for tests. */
  readonly extraArguments?: readonly string[];
  /** Program that replaces the fleet in tests of the stack. Absent in a demo. */
  readonly script?: string;
}

const READY_LIMIT_MS = 60_000;

/** Creates the part that runs the simulated fleet. */
export function createSimulatorPart(options: SimulatorOptions): Part {
  const { folder, port, otlpUrl, seed, initialFaults, owner, log } = options;
  const script = options.script ?? join(cloneFolder, "demo/simulator/main.ts");
  return createProcessPart({
    name: "simulator",
    owner,
    log,
    prepareProcess: () =>
      Promise.resolve({
        name: "simulator",
        ...createTypescriptCommand(script, [
          `--port=${port}`,
          `--otlp-url=${otlpUrl}`,
          `--seed=${seed}`,
          ...initialFaults.map((fault) => `--fault=${fault}`),
          ...(options.extraArguments ?? []),
        ]),
        cwd: cloneFolder,
        logFile: join(ensureFolder(folder), "simulator.log"),
        isReady: () => isResponding(`http://127.0.0.1:${port}/ready`),
        readyTimeoutMs: READY_LIMIT_MS,
      }),
  });
}

/** Returns the URL of the simulator's list of scrape targets. */
export function createSimulatorTargetsUrl(port: number): string {
  return `http://127.0.0.1:${port}/scrape-targets`;
}
