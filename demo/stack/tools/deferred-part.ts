// A part whose program may have to be downloaded or built first. Other parts do not wait for it: until it is available,
// a placeholder answers on its ports that it is starting.
import { cacheFolder } from "../folders";
import type { Log } from "../log";
import type { Part, PartState } from "../part";
import { whenAborted } from "../process/stop-request";
import { formatFailure, type StackError } from "../stack-error";
import { createMissingToolError, searchTool, type ToolOutcome } from "./find-tool";
import { buildWithGo } from "./go-build";
import { findInstalled } from "./installed";
import { startPlaceholder } from "./placeholder";
import type { Tool, ToolRecipe } from "./tool";

/** How to obtain the program; replaced in tests. */
export interface ToolSupply {
  readonly title: string;
  readonly expectedMinutes: number;
  readonly findInstalled: () => Promise<Tool | undefined>;
  /** Downloads the tool if possible. */
  readonly download: () => Promise<ToolOutcome>;
  /** Returns the tool, or the reason why it could not be built. */
  readonly build: (signal: AbortSignal) => Promise<Tool | string>;
  /** Returns the error for a part that cannot run without the tool. */
  readonly createUnavailableError: (reason: string) => StackError;
}

export interface DeferredPartOptions {
  readonly name: Part["name"];
  readonly supply: ToolSupply;
  /** Ports on which the placeholder answers. */
  readonly placeholderPorts: readonly number[];
  /** Returns the part that runs the tool. */
  readonly createPart: (tool: Tool) => Part;
  /** Part that is used if the program is not available. If absent, the start fails in this case. */
  readonly fallback?: { readonly title: string; readonly createPart: () => Part };
  /** The build starts only after this promise, so that it does not slow down the start of the other parts. */
  readonly whenBuildAllowed: Promise<void>;
  /** Receives the state until the part runs, as a sentence; undefined afterwards. */
  readonly onProgress?: (text: string | undefined) => void;
  readonly log: Log;
}

const PROGRESS_EVERY_MS = 5_000;

/** Returns the supply of a tool, which `find-tool.ts` searches, downloads or builds. */
export function createToolSupply(title: string, recipe: ToolRecipe, log: Log): ToolSupply {
  return {
    title,
    expectedMinutes: recipe.goRecipe.expectedMinutes,
    findInstalled: async () => (await findInstalled(recipe, cacheFolder()))[0],
    download: () => searchTool(recipe, { log, mayBuild: false }),
    build: (signal) => buildWithGo(recipe, cacheFolder(), log, signal),
    createUnavailableError: (reason) => createMissingToolError(recipe, reason),
  };
}

/** Creates a part whose tool is searched, and built if necessary, while the other parts already run. */
export function createDeferredPart(options: DeferredPartOptions): Part {
  const { name, log, supply, onProgress } = options;
  let activePart: Part | undefined;
  /** The part with the tool, which a restart uses again. */
  let toolPart: Part | undefined;
  let preparation: AbortController | undefined;
  let prepared: Promise<void> = Promise.resolve();
  let hasFailed = false;

  const run = async (part: Part, abandon?: AbortSignal): Promise<void> => {
    activePart = part;
    await part.start(abandon);
  };

  const prepareAndRun = async (signal: AbortSignal): Promise<void> => {
    const progress = reportProgress(supply, onProgress);
    const placeholder = await startPlaceholder(options.placeholderPorts, progress.text);
    try {
      const tool = await obtain(options, progress, signal).finally(progress.end);
      await placeholder.release();
      if (signal.aborted) return;
      if (typeof tool === "string") await run(fallbackPart(options, tool), signal);
      else await run((toolPart = options.createPart(tool)), signal);
      log(`${name} is running`);
    } finally {
      await placeholder.release();
    }
  };

  const getState = (): PartState => {
    if (preparation !== undefined) return "starting";
    if (hasFailed) return "failed";
    return activePart?.getState() ?? "stopped";
  };

  return {
    name,
    getState,
    start: async (abandon) => {
      if (getState() === "running" || getState() === "starting") return;
      hasFailed = false;
      if (toolPart !== undefined) return run(toolPart, abandon);
      const installed = await supply.findInstalled();
      if (installed !== undefined) {
        log(`${supply.title} ${installed.version} (${installed.origin})`);
        toolPart = options.createPart(installed);
        return run(toolPart, abandon);
      }
      const controller = new AbortController();
      preparation = controller;
      prepared = prepareAndRun(controller.signal)
        .catch((error: unknown) => {
          hasFailed = true;
          log(`${supply.title} did not start: ${formatFailure(error)}`);
          onProgress?.("Not started. The output of the demo gives the reason.");
        })
        .finally(() => {
          if (preparation === controller) preparation = undefined;
        });
    },
    stop: async () => {
      preparation?.abort();
      await prepared;
      hasFailed = false;
      await activePart?.stop();
    },
  };
}

/** Returns the tool, or the reason why it is not available. */
async function obtain(
  { supply, whenBuildAllowed, log }: DeferredPartOptions,
  progress: Progress,
  signal: AbortSignal,
): Promise<Tool | string> {
  progress.begin(`fetching ${supply.title}`);
  const outcome = await supply.download();
  if (outcome.kind === "found") {
    log(`${supply.title} ${outcome.tool.version} (${outcome.tool.origin})`);
    return outcome.tool;
  }
  if (outcome.kind === "missing") return outcome.reasons.join("; ");
  log(
    `${supply.title} will be built after the other parts have started (about ${supply.expectedMinutes} min, once)`,
  );
  progress.begin(`${supply.title} is built next`);
  await Promise.race([whenBuildAllowed, whenAborted(signal)]);
  if (signal.aborted) return "stopped";
  progress.begin(`building ${supply.title}`, supply.expectedMinutes);
  return supply.build(signal);
}

function fallbackPart({ supply, fallback, log }: DeferredPartOptions, reason: string): Part {
  if (fallback === undefined) throw supply.createUnavailableError(reason);
  log(`${supply.title} is not available (${reason}); using ${fallback.title} instead`);
  return fallback.createPart();
}

interface Progress {
  readonly begin: (step: string, expectedMinutes?: number) => void;
  readonly text: () => string;
  readonly end: () => void;
}

/** Reports the current step as a sentence, every few seconds with the elapsed minutes of a step with a known duration. */
function reportProgress({ title }: ToolSupply, onProgress: DeferredPartOptions["onProgress"]): Progress {
  let step = {
    title: `fetching ${title}`,
    beganAtMs: performance.now(),
    minutes: undefined as number | undefined,
  };
  const text = (): string => {
    const elapsed = Math.floor((performance.now() - step.beganAtMs) / 60_000);
    const duration = step.minutes === undefined ? "" : `, ${elapsed} min of about ${step.minutes} min`;
    return `Starting: ${step.title}${duration}.`;
  };
  const report = (): void => onProgress?.(text());
  const timer = setInterval(report, PROGRESS_EVERY_MS);
  return {
    begin: (name, minutes) => {
      step = { title: name, beganAtMs: performance.now(), minutes };
      report();
    },
    text,
    end: () => {
      clearInterval(timer);
      onProgress?.(undefined);
    },
  };
}
