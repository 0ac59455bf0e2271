// The demo: all parts of the stack, two weeks of history, and a simulated fleet with one unhealthy deployment. The
// commands `demo` and `dev` differ only in how they run the application.
import { currentProblem } from "../../simulator/scenario";
import { type AppProgram, listSourceVariables } from "../app/app";
import { nameSecretKeyFile } from "../app/secret-key-file";
import { serveControl } from "./control";
import { dataFolder, ensureFolder, findFolderError } from "../folders";
import type { HistoryLoad } from "../history/history";
import { markLive } from "../history/history-marker";
import { loadTraceHistory } from "../history/trace-history";
import { readOrStoreScenarioStart } from "../history/scenario-start";
import { configureModels } from "./configure-models";
import { loadHistory, removeHistoryNoteWhenShown } from "./load-history";
import { recordDeploys } from "./record-deploys";
import { seedFirstScenario } from "./seed";
import { createLog, type Log } from "../log";
import type { Part } from "../part";
import { parsePort } from "../ports";
import { createStopSignal, whenAborted } from "../process/stop-request";
import { prometheusDataFolder } from "../prometheus";
import { createSourceNoteWriter, type SourceNoteWriter } from "../source-notes";
import { startStack, type RunningStack } from "../stack";
import { StackError } from "../stack-error";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { demoEditor } from "@/lib/model/person";
import { setTimeout as sleep } from "node:timers/promises";

export interface DemoOptions {
  readonly dataFolder: string;
  /** Called at every start of the application. */
  readonly prepareProgram: (log: Log, signal?: AbortSignal) => Promise<AppProgram>;
  /** Programs that replace the simulator and the writer of the history in tests of the stack. Absent in a demo. */
  readonly fleetScripts?: { readonly simulator: string; readonly history: string };
}

const SEED = 7;
const SCRAPE_INTERVAL_MS = 5_000;
const FIRST_PORT = 3000;
const FIRST_FAULT = `${currentProblem.deployment}:${currentProblem.fault}`;
const MARK_LIVE_EVERY_MS = 10_000;
const PART_POLL_MS = 250;

const signInText = `Every visitor is signed in as ${demoEditor.name}. To sign in as an admin: npm run demo -- admin`;

/** Folder with the data of this clone's demo. */
export const demoDataFolder = dataFolder("demo");

/** Runs the demo until a stop is requested. */
export async function runDemo(options: DemoOptions): Promise<void> {
  const log = createLog((text) => process.stdout.write(text));
  const unusableFolder = findFolderError(process.env);
  if (unusableFolder !== undefined)
    throw new StackError(`${unusableFolder.variable} ${unusableFolder.problem}`, unusableFolder.fix);
  const stop = createStopSignal();
  const ignored = listSourceVariables(process.env);
  if (ignored.length > 0) log(`ignoring ${ignored.join(", ")}: the demo runs its local services`);
  let announceUrl: () => void = () => undefined;
  const urlAnnounced = new Promise<void>((resolve) => {
    announceUrl = resolve;
  });
  const data = prometheusDataFolder(join(options.dataFolder, "prometheus"));
  const scenarioStartMs = readOrStoreScenarioStart(options.dataFolder, data, Date.now());
  const marker = createMarker(data);
  const notes = createSourceNoteWriter(join(ensureFolder(options.dataFolder), "source-notes.json"));
  const history: { loaded?: HistoryLoad } = {};
  const run: DemoRun = { log, stop, urlAnnounced, scenarioStartMs, marker, notes, history };
  const stack = await startDemoStack(options, run).catch((error: unknown) => {
    marker.end();
    if (stop.aborted) return undefined;
    throw error;
  });
  if (stack === undefined) return log("stopped before all parts were running");
  const endControl = await serveControl(options.dataFolder, stack);
  process.stdout.write(
    `\nRidgepoint is running at ${stack.urls.app}\n${signInText}\nPress Ctrl-C to stop.\n\n`,
  );
  announceUrl();
  marker.watch(stack);
  const { app: appUrl } = stack.urls;
  const stopped = whenAborted(stop);
  const isObserved = await untilStarted(stack.findPart("prometheus"), stop);
  const announcements = Promise.all([
    isObserved && recordDeploys({ appUrl, scenarioStartMs, nowMs: Date.now(), log, signal: stop }),
    isObserved && configureModels({ appUrl, log, signal: stop }),
    history.loaded &&
      removeHistoryNoteWhenShown({
        history: history.loaded,
        prometheusUrl: stack.urls.prometheus,
        notes,
        log,
        signal: stop,
      }),
  ]);
  // Tests replace the fleet, whose history then has no release.
  const seed = { dataFolder: options.dataFolder, urls: stack.urls, owner: stack.owner, log, signal: stop };
  const seeded =
    isObserved && options.fleetScripts === undefined && announcements.then(() => seedFirstScenario(seed));
  const traced =
    options.fleetScripts === undefined && showTracesBeforeStart(stack, { log, stop, notes, scenarioStartMs });
  // A stop request does not wait for pending announcements to the application.
  await Promise.race([Promise.all([announcements, seeded, traced]), stopped]);
  await stopped;
  marker.end();
  log("stopping");
  await endControl();
  await stack.stop();
  log("stopped");
}

/** Loads the traces of the time before the start, once Jaeger and the fleet run. */
async function showTracesBeforeStart(
  stack: RunningStack,
  { log, stop, notes, scenarioStartMs }: Pick<DemoRun, "log" | "stop" | "notes" | "scenarioStartMs">,
): Promise<void> {
  for (const name of ["jaeger", "simulator"] as const)
    if (!(await untilStarted(stack.findPart(name), stop))) return;
  await loadTraceHistory({
    simulatorUrl: stack.urls.simulator,
    otlpUrl: stack.urls.otlp,
    seed: SEED,
    scenarioStartMs,
    faults: [FIRST_FAULT],
    owner: stack.owner,
    notes,
    log,
    signal: stop,
  });
}

/** Waits while a part is starting. Returns whether it runs. */
async function untilStarted(part: Part, signal: AbortSignal): Promise<boolean> {
  while (part.getState() === "starting" && !signal.aborted) await sleep(PART_POLL_MS);
  return part.getState() === "running";
}

interface DemoRun {
  readonly log: Log;
  readonly stop: AbortSignal;
  readonly urlAnnounced: Promise<void>;
  readonly scenarioStartMs: number;
  readonly marker: Marker;
  readonly notes: SourceNoteWriter;
  /** Set once the last 24 hours are loaded. */
  readonly history: { loaded?: HistoryLoad };
}

function startDemoStack(
  options: DemoOptions,
  { log, stop, urlAnnounced, scenarioStartMs, marker, notes, history }: DemoRun,
): Promise<RunningStack> {
  const { fleetScripts } = options;
  const noteOf = (source: string) => (text: string | undefined) => notes.setNote(source, text);
  return startStack(
    {
      dataFolder: options.dataFolder,
      reusesPorts: true,
      log,
      postgres: { isDurable: true },
      prometheus: {
        // Every page needs Prometheus, so its build does not wait.
        tool: { kind: "deferred", whenBuildAllowed: Promise.resolve(), onProgress: noteOf("prometheus") },
        scrapeIntervalMs: SCRAPE_INTERVAL_MS,
        beforeStart: async (preparation) => {
          history.loaded = await loadHistory(
            {
              ...preparation,
              seed: SEED,
              scenarioStartMs,
              faults: [FIRST_FAULT],
              now: Date.now,
              log,
              ...(fleetScripts === undefined ? {} : { script: fleetScripts.history }),
            },
            notes,
          );
          marker.begin();
        },
      },
      jaeger: { kind: "deferred", whenBuildAllowed: urlAnnounced, onProgress: noteOf("jaeger") },
      simulator: {
        seed: SEED,
        initialFaults: [FIRST_FAULT],
        extraArguments: [`--scenario-start=${scenarioStartMs}`],
        ...(fleetScripts === undefined ? {} : { script: fleetScripts.simulator }),
      },
      app: {
        prepareProgram: (signal) => options.prepareProgram(log, signal),
        lowestPort: parsePort(process.env["PORT"], FIRST_PORT),
        extraEnvironment: {
          RIDGEPOINT_DEMO: "1",
          // With a secret of this run, the application signs its visitors in.
          RIDGEPOINT_DEMO_SECRET: randomBytes(32).toString("base64url"),
          RIDGEPOINT_SOURCE_NOTES: notes.file,
          // Webhooks and second factors cannot be used without a key.
          ...nameSecretKeyFile(process.env, ensureFolder(options.dataFolder)),
        },
      },
      dynamo: "on-demand",
    },
    stop,
  );
}

interface Marker {
  /** Called when Prometheus is about to start scraping. */
  readonly begin: () => void;
  /** From now on, markers are written only while Prometheus and the simulator are running. */
  readonly watch: (stack: RunningStack) => void;
  readonly end: () => void;
}

/**
 * Periodically records the end of the available data, so that the next start knows which history is missing. Starts
 * together with Prometheus, because the application may take minutes to start and a kill in between must also be
 * recorded.
 */
function createMarker(prometheusData: string): Marker {
  let parts: readonly Part[] = [];
  let noting: ReturnType<typeof setInterval> | undefined;
  const note = (): void => {
    if (parts.every((part) => part.getState() === "running")) markLive(prometheusData, Date.now());
  };
  return {
    begin: () => {
      note();
      noting = setInterval(note, MARK_LIVE_EVERY_MS);
    },
    watch: (stack) => {
      parts = [stack.findPart("prometheus"), stack.findPart("simulator")];
    },
    end: () => {
      if (noting === undefined) return;
      clearInterval(noting);
      note();
    },
  };
}
