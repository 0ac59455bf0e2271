// Plan of a stack. A part that is not in the plan is not started, but its address is reserved.
import type { AppProgram } from "./app/app";
import type { Log } from "./log";
import type { PrometheusOptions } from "./prometheus";
import type { Tool } from "./tools/tool";
import type { QueryApi } from "./trace-store/server";

/** A tool that is searched while the other parts start; they do not wait for it. */
export interface DeferredTool {
  readonly kind: "deferred";
  /** A build starts only after this promise. */
  readonly whenBuildAllowed: Promise<void>;
  /** Receives the state until the part runs, as a sentence; undefined afterwards. */
  readonly onProgress?: (text: string | undefined) => void;
}

export interface PrometheusPlan extends Pick<PrometheusOptions, "initialBlocksFolder" | "beforeStart"> {
  readonly tool: Tool | DeferredTool;
  /** Interval of scrapes of the stack's simulator. Without it Prometheus scrapes nothing. */
  readonly scrapeIntervalMs?: number;
}

export type JaegerPlan =
  | { readonly kind: "real"; readonly tool: Tool; readonly maxTraces?: number }
  | { readonly kind: "trace-store"; readonly api: QueryApi }
  /** Jaeger if it can be found or built. If not, the trace store replaces it. */
  | DeferredTool;

export interface SimulatorPlan {
  readonly seed: number;
  /** Initial faults, each "deployment:fault". */
  readonly initialFaults: readonly string[];
  readonly extraArguments?: readonly string[];
  /** Program that replaces the fleet in tests of the stack. Absent in a demo. */
  readonly script?: string;
}

export interface AppPlan {
  readonly prepareProgram: (signal?: AbortSignal) => Promise<AppProgram>;
  /** Lowest port to use: the first free port from this one on is chosen. Absent if any free port may be used. */
  readonly lowestPort?: number;
  /** Environment of the application, in addition to the addresses of the stack's sources. */
  readonly extraEnvironment: Readonly<Record<string, string>>;
}

/** Parts of a stack; a part without an entry is not started. */
export interface StackPlan {
  readonly dataFolder: string;
  /** Whether to reuse the ports of the last run in this data folder when they are free. */
  readonly reusesPorts: boolean;
  readonly log: Log;
  readonly postgres?: { readonly isDurable: boolean };
  readonly prometheus?: PrometheusPlan;
  readonly jaeger?: JaegerPlan;
  readonly simulator?: SimulatorPlan;
  readonly app?: AppPlan;
  /** A real NVIDIA Dynamo, which is started on request only. Absent if the stack has no Dynamo. */
  readonly dynamo?: "on-demand";
}

/** URL of each part, whether it is running or not. */
export interface StackUrls {
  readonly database: string;
  readonly prometheus: string;
  readonly jaeger: string;
  readonly otlp: string;
  readonly simulator: string;
  readonly app: string;
  readonly dynamo: string;
}
