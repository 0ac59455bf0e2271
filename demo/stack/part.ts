// A part of the stack can be started and stopped by name. A stopped part stays stopped. A part that exits
// unexpectedly is reported, not restarted.
import type { Log } from "./log";
import {
  explainEnd,
  type ProcessOwner,
  type ProcessSpec,
  type RunningProcess,
  startProcess,
} from "./process/process";
import { StackError } from "./stack-error";

export const partNames = ["postgres", "prometheus", "jaeger", "simulator", "app", "dynamo"] as const;
/** Name of a part in the commands of the demo. */
export type PartName = (typeof partNames)[number];
export type PartState = "stopped" | "starting" | "running" | "stopping" | "failed";

/** A component of the stack that can be started and stopped separately. */
export interface Part {
  readonly name: PartName;
  /** True if the part is started only on request, and not together with the other parts. */
  readonly isOnDemand?: true;
  readonly getState: () => PartState;
  /** `signal` cancels the start. */
  readonly start: (signal?: AbortSignal) => Promise<void>;
  readonly stop: () => Promise<void>;
}

export interface ProcessPartOptions {
  readonly name: PartName;
  readonly owner: ProcessOwner;
  readonly log: Log;
  /** Called at every start, so that a restart uses the current folder. `signal` cancels the start. */
  readonly prepareProcess: (signal?: AbortSignal) => Promise<ProcessSpec>;
  /** Runs once the process is ready, for example to create the database. */
  readonly afterStart?: () => Promise<void>;
  /** Runs when the process has ended, requested or not. */
  readonly afterEnd?: () => void;
}

/** Creates a part that consists of one process. */
export function createProcessPart({
  name,
  owner,
  log,
  prepareProcess,
  afterStart,
  afterEnd,
}: ProcessPartOptions): Part {
  let state: PartState = "stopped";
  let running: RunningProcess | undefined;

  const watch = (started: RunningProcess): void => {
    void started.whenEnded.then((end) => {
      afterEnd?.();
      if (end.wasRequested || running !== started) return;
      running = undefined;
      state = "failed";
      log(
        `${name} exited unexpectedly (${explainEnd(end, started.logFile)}); start it with: npm run demo -- start ${name}`,
      );
    });
  };

  return {
    name,
    getState: () => state,
    start: async (signal) => {
      if (state === "running") return;
      if (state !== "stopped" && state !== "failed") {
        throw new StackError(`${name} is ${state}`, "wait a moment and try again");
      }
      state = "starting";
      try {
        const started = await startProcess(await prepareProcess(signal), owner, signal);
        running = started;
        watch(started);
        await afterStart?.();
        state = "running";
      } catch (error) {
        await running?.stop();
        running = undefined;
        state = "failed";
        throw error;
      }
    },
    stop: async () => {
      const stopping = running;
      if (stopping === undefined) {
        if (state === "failed") state = "stopped";
        return;
      }
      state = "stopping";
      await stopping.stop();
      running = undefined;
      state = "stopped";
    },
  };
}
