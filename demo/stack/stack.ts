// Starts a complete system in one data folder with separate ports, and stops it. The demo and the tests differ only
// in their plan.
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { ensureFolder } from "./folders";
import { stopLeftovers } from "./process/leftovers.mjs";
import { tryLock } from "./process/lock.mjs";
import { formatElapsed } from "./log";
import type { Part, PartName } from "./part";
import { type ProcessOwner, startWatchdog } from "./process/process";
import { StackError } from "./stack-error";
import { createStackParts } from "./stack-parts";
import type { StackPlan, StackUrls } from "./stack-plan";

export interface RunningStack {
  readonly urls: StackUrls;
  readonly parts: readonly Part[];
  /** Owner for additional processes that must stop together with the stack. */
  readonly owner: ProcessOwner;
  /** Throws `StackError` for a part that is not in the plan. */
  readonly findPart: (name: PartName) => Part;
  /** Stops everything; repeated calls wait for the first. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts every part of the plan and resolves when all are ready. Throws `StackError` if the folder is in use or a
 * part does not start; then all parts are stopped. `signal` cancels the start.
 */
export async function startStack(plan: StackPlan, signal?: AbortSignal): Promise<RunningStack> {
  const run = await openRun(plan);
  try {
    const { parts, urls } = await createStackParts(plan, run.owner);
    const stop = stopOnce(parts, run);
    try {
      await startParts({ plan, parts }, signal);
    } catch (error) {
      await stop();
      throw error;
    }
    return { urls, parts, owner: run.owner, findPart: (name) => findPart(parts, name), stop };
  } catch (error) {
    run.close();
    throw error;
  }
}

/** Returns the part with this name. Throws `StackError` if the plan does not contain it. */
export function findPart(parts: readonly Part[], name: PartName): Part {
  const found = parts.find((part) => part.name === name);
  if (found !== undefined) return found;
  throw new StackError(
    `there is no part ${name}`,
    `choose one of ${parts.map((part) => part.name).join(", ")}`,
  );
}

interface Run {
  readonly owner: ProcessOwner;
  readonly close: () => void;
}

async function openRun({ dataFolder, log }: StackPlan): Promise<Run> {
  const lock = tryLock(join(ensureFolder(dataFolder), "run.lock"));
  if (lock.kind === "busy") {
    throw new StackError(
      `process ${lock.holderPid} is already running on ${dataFolder}`,
      `stop it with Ctrl-C in its terminal, or with: kill ${lock.holderPid}`,
    );
  }
  const owner = { notesFolder: ensureFolder(join(dataFolder, "processes")), runId: randomUUID() };
  const stopped = await stopLeftovers(owner.notesFolder);
  if (stopped.length > 0) log(`stopped processes of an earlier run: ${stopped.join(", ")}`);
  const releaseWatchdog = startWatchdog(owner);
  let isOpen = true;
  return {
    owner,
    close: () => {
      if (!isOpen) return;
      isOpen = false;
      releaseWatchdog();
      lock.release();
    },
  };
}

interface Start {
  readonly plan: StackPlan;
  readonly parts: readonly Part[];
}

/** Starts the application last, because it queries the other parts immediately. Its build runs while they start. */
async function startParts(start: Start, signal: AbortSignal | undefined): Promise<void> {
  const failure = new AbortController();
  const stop = AbortSignal.any([failure.signal, ...(signal === undefined ? [] : [signal])]);
  const wanted = start.parts.filter((part) => part.isOnDemand !== true);
  const otherParts = wanted.filter((part) => part.name !== "app");
  const app = wanted.filter((part) => part.name === "app");
  const program = start.plan.app?.prepareProgram(stop);
  await allOrFirstFailure([...otherParts.map((part) => startPart(start, part, stop)), program], failure);
  await allOrFirstFailure(
    app.map((part) => startPart(start, part, stop)),
    failure,
  );
}

async function startPart({ plan }: Start, part: Part, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const startedAtMs = performance.now();
  await part.start(signal);
  if (part.getState() === "running")
    plan.log(`${part.name} is running (${formatElapsed(performance.now() - startedAtMs)})`);
}

/**
 * Waits for all promises, so that nothing is still starting when the rest is stopped. The first failure cancels the
 * others and is rethrown.
 */
async function allOrFirstFailure(work: readonly unknown[], failure = new AbortController()): Promise<void> {
  const failures: unknown[] = [];
  await Promise.all(
    work.map(async (piece) => {
      try {
        await piece;
      } catch (error) {
        failures.push(error);
        failure.abort(error);
      }
    }),
  );
  if (failures.length > 0) throw failures[0];
}

function stopOnce(parts: readonly Part[], run: Run): () => Promise<void> {
  let stopping: Promise<void> | undefined;
  const stopAll = async (): Promise<void> => {
    // Clients stop before the servers that they use, so that they log no connection errors.
    for (const names of [["app"], ["simulator", "dynamo"], ["prometheus", "jaeger", "postgres"]]) {
      await allOrFirstFailure(parts.filter((part) => names.includes(part.name)).map((part) => part.stop()));
    }
    run.close();
  };
  return () => {
    stopping ??= stopAll();
    return stopping;
  };
}
