// Dynamo as a part of the stack: worker, frontend and a little traffic, scraped as long as they run. The only part that is not
// ours: it is fetched with Python's package installer when somebody first asks for it.
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cloneFolder, ensureFolder } from "../folders";
import type { Log } from "../log";
import { processPart, type Part, type PartState } from "../part";
import type { ProcessOwner, ProcessSpec } from "../process/process";
import { typescriptCommand } from "../process/typescript-command";
import { StackError } from "../stack-error";
import { dynamoSpecs, type DynamoOptions } from "./dynamo";
import { dynamoRecipe, findPython, type PythonOutcome } from "./python";

export interface DynamoPartOptions {
  readonly folder: string;
  readonly ports: DynamoOptions["ports"];
  /** Where Prometheus looks for lists of targets. */
  readonly targetsFolder: string;
  readonly owner: ProcessOwner;
  readonly log: Log;
  /** Tests say what a machine without Python would. */
  readonly python?: () => Promise<PythonOutcome>;
}

const model = "dynamo-8b";
/** The worst of them tells; a part is running when all are. */
const worstFirst: readonly PartState[] = ["failed", "stopping", "starting", "stopped", "running"];

export function dynamoPart(options: DynamoPartOptions): Part {
  const { folder, ports, targetsFolder, owner, log } = options;
  // Prometheus watches the folder from its start; a list in it would be one of a run that was killed.
  const targetsFile = join(ensureFolder(targetsFolder), "dynamo.json");
  rmSync(targetsFile, { force: true });
  let fetching: AbortController | undefined;
  let specs: readonly ProcessSpec[] = [];
  const processes = [0, 1, 2].map((index) =>
    processPart({ name: "dynamo", owner, log, prepare: () => Promise.resolve(specAt(specs, index)) }),
  );
  const stop = async (): Promise<void> => {
    fetching?.abort();
    rmSync(targetsFile, { force: true });
    // Who asks goes before those who answer.
    for (const one of processes.toReversed()) await one.stop();
  };
  const state = (): PartState => {
    if (fetching !== undefined) return "starting";
    const states = processes.map((one) => one.state());
    return worstFirst.find((one) => states.includes(one)) ?? "stopped";
  };
  return {
    name: "dynamo",
    isOnDemand: true,
    state,
    stop,
    start: async (abandon) => {
      if (state() === "running") return;
      if (state() === "starting")
        throw new StackError("dynamo is starting", "wait a moment and look at: npm run demo -- status");
      fetching = new AbortController();
      const python = await pythonProgram(options, fetching.signal).finally(() => {
        fetching = undefined;
      });
      const { worker, frontend } = dynamoSpecs({ folder, python, engine: "vllm", model, ports });
      specs = [worker, frontend, trafficSpec(folder, ports.frontend)];
      try {
        for (const one of processes) await one.start(abandon);
      } catch (error) {
        await stop();
        throw error;
      }
      writeFileSync(targetsFile, JSON.stringify(targets(ports)));
    },
  };
}

async function pythonProgram({ log, python }: DynamoPartOptions, signal: AbortSignal): Promise<string> {
  const found = await (python?.() ?? findPython(dynamoRecipe, { log, signal }));
  if (found.kind === "ready") return found.program("python");
  throw new StackError(
    `Dynamo does not run here: ${found.reason}`,
    "npm run demo -- add dynamo-simulated plays it without Python",
  );
}

function specAt(specs: readonly ProcessSpec[], index: number): ProcessSpec {
  const spec = specs[index];
  if (spec === undefined) throw new Error("the part prepares its processes before it starts them");
  return spec;
}

/** What Prometheus scrapes: both see the same requests. */
function targets(ports: DynamoOptions["ports"]) {
  return [
    { targets: [`127.0.0.1:${ports.frontend}`], labels: { job: "dynamo-frontend" } },
    { targets: [`127.0.0.1:${ports.worker}`], labels: { job: "dynamo-worker" } },
  ];
}

function trafficSpec(folder: string, port: number): ProcessSpec {
  const script = join(cloneFolder, "demo/stack/peers/traffic.ts");
  return {
    name: "dynamo traffic",
    ...typescriptCommand(script, [`--url=http://127.0.0.1:${port}`, `--model=${model}`]),
    cwd: cloneFolder,
    logFile: join(ensureFolder(folder), "traffic.log"),
    isReady: () => Promise.resolve(true),
    readyLimitMs: 10_000,
  };
}
