// Dynamo as a part of the stack: worker, frontend and a little traffic, scraped while they run. The only external
// product: Python's package installer downloads it at the first request.
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cloneFolder, ensureFolder } from "../folders";
import type { Log } from "../log";
import { createProcessPart, type Part, type PartState } from "../part";
import type { ProcessOwner, ProcessSpec } from "../process/process";
import { createTypescriptCommand } from "../process/typescript-command";
import { StackError } from "../stack-error";
import { createDynamoSpecs, type DynamoOptions } from "./dynamo";
import { dynamoRecipe, preparePython, type PythonEnvironment } from "./python";

export interface DynamoPartOptions {
  readonly folder: string;
  readonly ports: DynamoOptions["ports"];
  /** Folder in which Prometheus looks for target lists. */
  readonly targetsFolder: string;
  readonly owner: ProcessOwner;
  readonly log: Log;
  /** Finds Python, for tests that simulate a machine without it. Absent in a demo. */
  readonly findPython?: () => Promise<PythonEnvironment>;
}

const model = "dynamo-8b";
/** The worst state is reported; the part is running only when all processes are. */
const worstFirst: readonly PartState[] = ["failed", "stopping", "starting", "stopped", "running"];

/** Creates the part that runs Dynamo's frontend and worker. */
export function createDynamoPart(options: DynamoPartOptions): Part {
  const { folder, ports, targetsFolder, owner, log } = options;
  // Prometheus watches the folder from its start; an old list would belong to a run that was killed.
  const targetsFile = join(ensureFolder(targetsFolder), "dynamo.json");
  rmSync(targetsFile, { force: true });
  let fetching: AbortController | undefined;
  let specs: readonly ProcessSpec[] = [];
  const processes = [0, 1, 2].map((index) =>
    createProcessPart({
      name: "dynamo",
      owner,
      log,
      prepareProcess: () => Promise.resolve(specAt(specs, index)),
    }),
  );
  const stop = async (): Promise<void> => {
    fetching?.abort();
    rmSync(targetsFile, { force: true });
    // Clients stop before the servers that they use.
    for (const one of processes.toReversed()) await one.stop();
  };
  const getState = (): PartState => {
    if (fetching !== undefined) return "starting";
    const states = processes.map((one) => one.getState());
    return worstFirst.find((one) => states.includes(one)) ?? "stopped";
  };
  return {
    name: "dynamo",
    isOnDemand: true,
    getState,
    stop,
    start: async (signal) => {
      if (getState() === "running") return;
      if (getState() === "starting")
        throw new StackError("dynamo is starting", "wait a moment and check: npm run demo -- status");
      fetching = new AbortController();
      const python = await pythonProgram(options, fetching.signal).finally(() => {
        fetching = undefined;
      });
      const { worker, frontend } = createDynamoSpecs({
        folder,
        python,
        mockedEngine: "vllm",
        servedModelName: model,
        ports,
      });
      specs = [worker, frontend, trafficSpec(folder, ports.frontend)];
      try {
        for (const one of processes) await one.start(signal);
      } catch (error) {
        await stop();
        throw error;
      }
      writeFileSync(targetsFile, JSON.stringify(targets(ports)));
    },
  };
}

async function pythonProgram({ log, findPython }: DynamoPartOptions, signal: AbortSignal): Promise<string> {
  const found = await (findPython?.() ?? preparePython(dynamoRecipe, { log, signal }));
  if (found.kind === "ready") return found.findProgram("python");
  throw new StackError(
    `Dynamo cannot run here: ${found.reason}`,
    "run the simulated profile instead, which needs no Python: npm run demo -- add dynamo-simulated",
  );
}

function specAt(specs: readonly ProcessSpec[], index: number): ProcessSpec {
  const spec = specs[index];
  if (spec === undefined) throw new Error("the part prepares its processes before it starts them");
  return spec;
}

/** Scrape targets. Both report the same requests. */
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
    ...createTypescriptCommand(script, [`--url=http://127.0.0.1:${port}`, `--model=${model}`]),
    cwd: cloneFolder,
    logFile: join(ensureFolder(folder), "traffic.log"),
    isReady: () => Promise.resolve(true),
    readyTimeoutMs: 10_000,
  };
}
