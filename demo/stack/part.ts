// A part of the stack is something that can be started and stopped by name. A part that was stopped stays stopped, and
// one that ends by itself is reported, not restarted: nothing happens behind one's back.
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
export type PartName = (typeof partNames)[number];
export type PartState = "stopped" | "starting" | "running" | "stopping" | "failed";

export interface Part {
  readonly name: PartName;
  /** It is not started with the others, only when somebody asks for it. */
  readonly isOnDemand?: true;
  readonly state: () => PartState;
  /** `abandon` ends a start that is no longer wanted. */
  readonly start: (abandon?: AbortSignal) => Promise<void>;
  readonly stop: () => Promise<void>;
}

export interface ProcessPartOptions {
  readonly name: PartName;
  readonly owner: ProcessOwner;
  readonly log: Log;
  /** Called at every start, so that a start after a stop sees the folder as it is then. */
  readonly prepare: () => Promise<ProcessSpec>;
  /** What must happen once the process is ready, such as creating the database. */
  readonly afterStart?: () => Promise<void>;
  /** What must happen when the process has ended, asked or not. */
  readonly afterEnd?: () => void;
}

/** A part that is one process. */
export function processPart({ name, owner, log, prepare, afterStart, afterEnd }: ProcessPartOptions): Part {
  let state: PartState = "stopped";
  let running: RunningProcess | undefined;

  const watch = (started: RunningProcess): void => {
    void started.ended.then((end) => {
      afterEnd?.();
      if (end.wasRequested || running !== started) return;
      running = undefined;
      state = "failed";
      log(`${name} ended by itself (${explainEnd(end, started.logFile)}); it stays down until started again`);
    });
  };

  return {
    name,
    state: () => state,
    start: async (abandon) => {
      if (state === "running") return;
      if (state !== "stopped" && state !== "failed") {
        throw new StackError(`${name} is ${state}`, "wait a moment and try again");
      }
      state = "starting";
      try {
        const started = await startProcess(await prepare(), owner, abandon);
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
