// Runs the simulated fleet as a process of the stack.
import { join } from "node:path";
import { cloneFolder, ensureFolder } from "./folders";
import type { Log } from "./log";
import { type Part, processPart } from "./part";
import type { ProcessOwner } from "./process/process";
import { typescriptCommand } from "./process/typescript-command";
import { answers } from "./process/wait-until";

export interface SimulatorOptions {
  readonly folder: string;
  readonly port: number;
  readonly otlpUrl: string;
  readonly seed: number;
  /** Initial faults, each "deployment:fault". */
  readonly faults: readonly string[];
  readonly owner: ProcessOwner;
  readonly log: Log;
  /** Additional arguments, such as a faster clock for tests. */
  readonly moreArguments?: readonly string[];
  /** Program to run instead of the fleet; used by tests of the stack. */
  readonly script?: string;
}

const READY_LIMIT_MS = 60_000;

export function simulatorPart(options: SimulatorOptions): Part {
  const { folder, port, otlpUrl, seed, faults, owner, log } = options;
  const script = options.script ?? join(cloneFolder, "demo/simulator/main.ts");
  return processPart({
    name: "simulator",
    owner,
    log,
    prepare: () =>
      Promise.resolve({
        name: "simulator",
        ...typescriptCommand(script, [
          `--port=${port}`,
          `--otlp-url=${otlpUrl}`,
          `--seed=${seed}`,
          ...faults.map((fault) => `--fault=${fault}`),
          ...(options.moreArguments ?? []),
        ]),
        cwd: cloneFolder,
        logFile: join(ensureFolder(folder), "simulator.log"),
        isReady: () => answers(`http://127.0.0.1:${port}/ready`),
        readyLimitMs: READY_LIMIT_MS,
      }),
  });
}

export function simulatorTargetsUrl(port: number): string {
  return `http://127.0.0.1:${port}/scrape-targets`;
}
