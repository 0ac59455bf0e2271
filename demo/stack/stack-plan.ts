// Plan of a stack. A part that is not in the plan is not started, but its address is reserved.
import type { AppProgram } from "./app/app";
import type { Log } from "./log";
import type { ProcessOwner } from "./process/process";
import type { Tool } from "./tools/tool";
import type { QueryApi } from "./trace-store/server";

export interface PrometheusPlan {
  readonly tool: Tool;
  /** Interval of scrapes of the stack's simulator. Without it Prometheus scrapes nothing. */
  readonly scrapeIntervalMs?: number;
  /** Folder of initial blocks for a new data folder. */
  readonly blocksFolder?: string;
  /** Prepares the data folder before Prometheus opens it for the first time in this run. */
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
  /**
   * Jaeger when it is found, else built after the promise, else the trace store. The other parts do not wait for it.
   */
  | { readonly kind: "deferred"; readonly mayBuildAfter: Promise<void> };

export interface SimulatorPlan {
  readonly seed: number;
  /** Initial faults, each "deployment:fault". */
  readonly faults: readonly string[];
  readonly moreArguments?: readonly string[];
  /** Program to run instead of the fleet; used by tests of the stack. */
  readonly script?: string;
}

export interface AppPlan {
  readonly program: (signal?: AbortSignal) => Promise<AppProgram>;
  /** Lowest port to use; any free port when absent. */
  readonly firstPort?: number;
  /** Environment of the application, in addition to the addresses of the stack's sources. */
  readonly settings: Readonly<Record<string, string>>;
}

export interface StackPlan {
  readonly dataFolder: string;
  /** Whether to reuse the ports of the last run in this data folder when they are free. */
  readonly arePortsRemembered: boolean;
  readonly log: Log;
  readonly postgres?: { readonly isDurable: boolean };
  readonly prometheus?: PrometheusPlan;
  readonly jaeger?: JaegerPlan;
  readonly simulator?: SimulatorPlan;
  readonly app?: AppPlan;
  /** A real NVIDIA Dynamo, started on request only. */
  readonly dynamo?: "on-demand";
}

/** Address of each part, whether it is running or not. */
export interface StackUrls {
  readonly database: string;
  readonly prometheus: string;
  readonly jaeger: string;
  readonly otlp: string;
  readonly simulator: string;
  readonly app: string;
  readonly dynamo: string;
}
