/**
 * Interface between the simulation and the metrics of an engine, gateway or exporter. An exposition listens to events
 * and prints them as the real product would. Several expositions can listen to one simulation; none of them
 * influences it.
 */
import type { CompletedStep } from "../engine/engine";
import type { EngineRequest } from "../engine/request";
import type { Gpu, Model } from "../hardware";
import type { Labels } from "./registry";

/** Facts about one engine process, its host and its GPUs that metrics report. */
export interface EngineFacts {
  readonly pod: string;
  readonly host: string;
  readonly model: Model;
  readonly gpu: Gpu;
  readonly gpuCount: number;
  readonly cpuCores: number;
  /** KV cache blocks that fit into memory. */
  readonly kvBlockCount: number;
  readonly tokensPerKvBlock: number;
  readonly maxSequences: number;
  /** Fraction of GPU memory that the engine may use. */
  readonly gpuMemoryRatio: number;
}

/** Facts about the processes whose metrics an exporter reports. */
export interface ExporterFacts {
  readonly deploymentName: string;
  readonly modelName: string;
  /** First of the engines that the exporter covers; the only one for an exporter of an engine or host. */
  readonly firstEngine: EngineFacts;
  readonly engines: readonly EngineFacts[];
  /** Start of the processes, epoch milliseconds. */
  readonly startMs: number;
}

/** State of an engine at the time of a scrape. */
export interface EngineState {
  readonly runningCount: number;
  /** Running requests whose prompt is not fully computed yet. */
  readonly prefillingCount: number;
  readonly waitingCount: number;
  readonly kvUsageRatio: number;
  readonly usedKvBlocks: number;
  readonly kvBlockCount: number;
}

/** Work of an engine's machine since the previous sample. Ratios are fractions of the elapsed time. */
export interface MachineSample {
  readonly elapsedSeconds: number;
  readonly gpuBusyRatio: number;
  readonly tensorActiveRatio: number;
  readonly dramActiveRatio: number;
  /** Memory used on each GPU. */
  readonly gpuMemoryUsedBytes: number;
  /** GPU clock as a ratio of the rated clock. */
  readonly clockRatio: number;
  readonly cpuBusySeconds: number;
  /** Time that work waited for a free CPU core. */
  readonly cpuWaitSeconds: number;
  readonly diskReadBytes: number;
  readonly diskWrittenBytes: number;
  /** Bytes that each GPU sent to the other GPUs of its group. */
  readonly linkBytes: number;
  readonly networkSentBytes: number;
  readonly networkReceivedBytes: number;
}

/** A feature retrieval before the engine; epoch milliseconds. */
export interface FeatureLookup {
  readonly startMs: number;
  readonly endMs: number;
}

/** Events of the simulation that an exposition can listen to, in order of time. */
export interface ExporterEventHandlers {
  /** Called when a request arrives at the engine's front end, or at the gateway for gateway expositions. */
  readonly onArrival?: (request: EngineRequest) => void;
  /** `interTokenMs` is the time since the request's previous token; null for its first token. */
  readonly onToken?: (request: EngineRequest, atMs: number, interTokenMs: number | null) => void;
  /**
   * Called when a request ended: answered, client disconnected ("abort"), or rejected because it can never fit
   * ("error").
   */
  readonly onFinish?: (request: EngineRequest) => void;
  readonly onPreempt?: (request: EngineRequest) => void;
  readonly onStep?: (step: CompletedStep) => void;
  readonly onMachineSample?: (sample: MachineSample) => void;
  /** Called for a feature lookup, for gateways only. */
  readonly onFeatureLookup?: (lookup: FeatureLookup) => void;
}

export interface MetricsExporter {
  /** Returns the event handlers for the engine with this index. */
  readonly createHandlers: (engineIndex: number) => ExporterEventHandlers;
  /** Returns the metrics of these engines in the Prometheus text format. */
  readonly printMetrics: (engineStates: readonly EngineState[], nowMs: number) => string;
  /** Resets all counters to zero, like a newly started process. */
  readonly resetCounters: () => void;
}

/** Number of scrape targets: one per engine process, one per host, or one per deployment. */
type Scope = "engine" | "host" | "deployment";

/** The metrics of one product, and where it serves them. */
export interface Exposition {
  /** Id of the exposition, which is also the name of its scrape job. */
  readonly id: string;
  readonly title: string;
  /** Coverage of one exporter: an engine process, its host, or the full deployment. */
  readonly scope: Scope;
  readonly port: number;
  /** Path on which the real product serves metrics. */
  readonly path: string;
  /** Labels that the scrape job adds. Absent if it adds none. */
  readonly targetLabels?: (facts: ExporterFacts) => Labels;
  readonly create: (facts: ExporterFacts) => MetricsExporter;
}

/** Returns the sum of the engines' states, for exporters that cover a deployment. KV usage is the mean. */
export function sumEngineStates(engines: readonly EngineState[]): EngineState {
  const sum = (of: (one: EngineState) => number): number =>
    engines.reduce((total, one) => total + of(one), 0);
  return {
    runningCount: sum((one) => one.runningCount),
    prefillingCount: sum((one) => one.prefillingCount),
    waitingCount: sum((one) => one.waitingCount),
    kvUsageRatio: engines.length === 0 ? 0 : sum((one) => one.kvUsageRatio) / engines.length,
    usedKvBlocks: sum((one) => one.usedKvBlocks),
    kvBlockCount: sum((one) => one.kvBlockCount),
  };
}
