// The demo: every part of our own, two weeks of history, a simulated fleet with one deployment in trouble. The commands
// `demo` and `dev` differ only in how the application is run.
import { type AppProgram, ignoredSources } from "../app/app";
import { serveControl } from "./control";
import { dataFolder, folderTrouble } from "../folders";
import { fillHistory, markLive } from "../history/history";
import { createLog, type Log } from "../log";
import { parsePort } from "../ports";
import { stopRequest, whenAborted } from "../process/stop-request";
import { prometheusDataFolder } from "../prometheus";
import { startStack, type RunningStack } from "../stack";
import { StackError } from "../stack-error";
import { requireTool } from "../tools/find-tool";
import { prometheusRecipe } from "../tools/recipes";
import type { Tool } from "../tools/tool";
import { join } from "node:path";

export interface DemoOptions {
  readonly dataFolder: string;
  readonly program: (log: Log, signal?: AbortSignal) => Promise<AppProgram>;
  /** Replaces the fleet's two programs; only tests of the stack do. */
  readonly scripts?: { readonly simulator: string; readonly history: string };
}

const SEED = 7;
const SCRAPE_INTERVAL_MS = 5_000;
const FIRST_PORT = 3000;
const FIRST_FAULT = "chat-70b:kv-cache-squeezed";
const MARK_LIVE_EVERY_MS = 10_000;

export const demoDataFolder = dataFolder("demo");

/** Runs the demo until it is asked to stop. */
export async function runDemo(options: DemoOptions): Promise<void> {
  const log = createLog((text) => process.stdout.write(text));
  const trouble = folderTrouble(process.env);
  if (trouble !== undefined) throw new StackError(`${trouble.variable} ${trouble.wrong}`, trouble.fix);
  const stop = stopRequest();
  const ignored = ignoredSources(process.env);
  if (ignored.length > 0) log(`${ignored.join(", ")} ignored: the demo runs parts of its own`);
  const tool = await requireTool(prometheusRecipe(), { log, signal: stop });
  log(`Prometheus ${tool.version} (${tool.origin})`);
  let tellUrl: () => void = () => undefined;
  const urlIsTold = new Promise<void>((resolve) => {
    tellUrl = resolve;
  });
  const stack = await startDemoStack(options, { log, stop, tool, urlIsTold }).catch((error: unknown) => {
    if (stop.aborted) return undefined;
    throw error;
  });
  if (stack === undefined) return log("stopped before everything was up");
  const endControl = await serveControl(options.dataFolder, stack);
  process.stdout.write(`\nRidgepoint runs at ${stack.urls.app}\nCtrl-C stops it.\n\n`);
  tellUrl();
  await keepMarker(options.dataFolder, stack, stop);
  log("stopping");
  await endControl();
  await stack.stop();
  log("stopped");
}

interface DemoRun {
  readonly log: Log;
  readonly stop: AbortSignal;
  readonly tool: Tool;
  readonly urlIsTold: Promise<void>;
}

function startDemoStack(
  options: DemoOptions,
  { log, stop, tool, urlIsTold }: DemoRun,
): Promise<RunningStack> {
  const { scripts } = options;
  return startStack(
    {
      dataFolder: options.dataFolder,
      arePortsRemembered: true,
      log,
      postgres: { isDurable: true },
      prometheus: {
        tool,
        scrapeIntervalMs: SCRAPE_INTERVAL_MS,
        beforeStart: (preparation) =>
          fillHistory({
            ...preparation,
            promtool: tool.programs["promtool"] ?? "promtool",
            seed: SEED,
            now: Date.now,
            log,
            ...(scripts === undefined ? {} : { script: scripts.history }),
          }),
      },
      jaeger: { kind: "patient", mayBuildAfter: urlIsTold },
      simulator: {
        seed: SEED,
        faults: [FIRST_FAULT],
        ...(scripts === undefined ? {} : { script: scripts.simulator }),
      },
      app: {
        program: (signal) => options.program(log, signal),
        firstPort: parsePort(process.env["PORT"], FIRST_PORT),
        settings: { RIDGEPOINT_DEMO: "1" },
      },
    },
    stop,
  );
}

/** Notes from time to time up to when data reach, so that the next start knows what is missing. */
async function keepMarker(folder: string, stack: RunningStack, stop: AbortSignal): Promise<void> {
  const prometheus = stack.part("prometheus");
  const simulator = stack.part("simulator");
  const note = (): void => {
    const isScraping = prometheus.state() === "running" && simulator.state() === "running";
    if (isScraping) markLive(prometheusDataFolder(join(folder, "prometheus")), Date.now());
  };
  const noting = setInterval(note, MARK_LIVE_EVERY_MS);
  await whenAborted(stop);
  clearInterval(noting);
  note();
}
