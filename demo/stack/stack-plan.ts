// What a stack consists of. A part that is not in the plan is not started; its address is known all the same.
import type { AppProgram } from "./app/app";
import type { Log } from "./log";
import type { ProcessOwner } from "./process/process";
import type { Tool } from "./tools/tool";
import type { QueryApi } from "./trace-store/server";

export interface PrometheusPlan {
  readonly tool: Tool;
  /** Absent: it scrapes nothing. Otherwise it scrapes the simulator of the same stack. */
  readonly scrapeIntervalMs?: number;
  /** A folder of blocks to start from when the data folder is new. */
  readonly blocksFolder?: string;
  /** What to do with the data folder before Prometheus opens it for the first time in this run. */
  readonly beforeStart?: (preparation: Preparation) => Promise<void>;
}

export interface Preparation {
  readonly dataFolder: string;
  readonly owner: ProcessOwner;
  readonly signal: AbortSignal;
}

export type JaegerPlan =
  | { readonly kind: "real"; readonly tool: Tool }
  | { readonly kind: "trace-store"; readonly api: QueryApi }
  /** Jaeger where it is found, else built after the promise, else the stand-in; nothing waits for it. */
  | { readonly kind: "deferred"; readonly mayBuildAfter: Promise<void> };

export interface SimulatorPlan {
  readonly seed: number;
  /** Faults to begin with, each "deployment:fault". */
  readonly faults: readonly string[];
  readonly moreArguments?: readonly string[];
  /** Another program in the fleet's place; tests of the stack itself have a small one. */
  readonly script?: string;
}

export interface AppPlan {
  readonly program: (signal?: AbortSignal) => Promise<AppProgram>;
  /** The lowest port to take; any free one where absent. */
  readonly firstPort?: number;
  /** Environment of the application, beside the addresses of the stack's own sources. */
  readonly settings: Readonly<Record<string, string>>;
}

export interface StackPlan {
  readonly dataFolder: string;
  /** True keeps the ports of the last run of this data folder where they are free. */
  readonly arePortsRemembered: boolean;
  readonly log: Log;
  readonly postgres?: { readonly isDurable: boolean };
  readonly prometheus?: PrometheusPlan;
  readonly jaeger?: JaegerPlan;
  readonly simulator?: SimulatorPlan;
  readonly app?: AppPlan;
  /** A real NVIDIA Dynamo that can be started beside; nothing happens before somebody asks for it. */
  readonly dynamo?: "on-demand";
}

/** Where each part answers, or would answer. */
export interface StackUrls {
  readonly database: string;
  readonly prometheus: string;
  readonly jaeger: string;
  readonly otlp: string;
  readonly simulator: string;
  readonly app: string;
  readonly dynamo: string;
}
