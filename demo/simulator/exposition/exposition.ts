/**
 * Interface between the simulation and the metrics of an engine, gateway or exporter. An exposition listens to events
 * and prints them as the real product would. Several expositions can listen to one simulation; none of them
 * influences it.
 */
import type { CompletedStep } from "../engine/engine";
import type { Request } from "../engine/request";
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
  /** Number of KV cache blocks that fit, and tokens per block. */
  readonly blocks: number;
  readonly blockTokens: number;
  readonly maxSequences: number;
  readonly gpuMemoryRatio: number;
}

export interface DeploymentFacts {
  readonly deployment: string;
  readonly modelName: string;
  /** First of the engines that the exporter covers; the only one for an exporter of an engine or host. */
  readonly engine: EngineFacts;
  readonly engines: readonly EngineFacts[];
  readonly startMs: number;
}

/** State of an engine at the time of a scrape. */
export interface EngineState {
  readonly running: number;
  /** Running requests whose prompt is not fully computed yet. */
  readonly prefilling: number;
  readonly waiting: number;
  readonly kvUsageRatio: number;
  readonly usedBlocks: number;
  readonly blocks: number;
}

/** Work of an engine's machine since the previous sample. Ratios are fractions of wall time. */
export interface MachineSample {
  readonly seconds: number;
  readonly busyRatio: number;
  readonly tensorRatio: number;
  readonly dramRatio: number;
  readonly memoryUsedBytes: number;
  readonly clockRatio: number;
  readonly cpuBusySeconds: number;
  /** Time that work waited for a free CPU core. */
  readonly cpuWaitSeconds: number;
  readonly diskReadBytes: number;
  readonly diskWrittenBytes: number;
  /** Bytes that each GPU sent to the other GPUs of its group. */
  readonly linkBytes: number;
  readonly sentBytes: number;
  readonly receivedBytes: number;
}

/** A feature retrieval before the engine; epoch milliseconds. */
export interface FeatureLookup {
  readonly startMs: number;
  readonly endMs: number;
}

/** Events of the simulation that an exposition can listen to, in order of time. */
export interface ModelEvents {
  /** A request arrives at the engine's front end, or at the gateway for gateway expositions. */
  readonly onArrival?: (request: Request) => void;
  /** `gapMs` is the time since the request's previous token; null for its first. */
  readonly onToken?: (request: Request, atMs: number, gapMs: number | null) => void;
  /** A request ended: answered, client disconnected ("abort"), or rejected because it can never fit ("error"). */
  readonly onFinish?: (request: Request) => void;
  readonly onPreempt?: (request: Request) => void;
  readonly onStep?: (step: CompletedStep) => void;
  readonly onMachine?: (sample: MachineSample) => void;
  /** Sent to gateways only. */
  readonly onFeatures?: (lookup: FeatureLookup) => void;
}

export interface Exporter {
  /** Returns the event handlers for the engine with this index. */
  readonly listen: (engineIndex: number) => ModelEvents;
  readonly print: (engines: readonly EngineState[], nowMs: number) => string;
  /** Resets all counters to zero, like a newly started process. */
  readonly restart: () => void;
}

/** Number of scrape targets: one per engine process, one per host, or one per deployment. */
type Scope = "engine" | "host" | "deployment";

export interface Exposition {
  /** Also the name of the scrape job. */
  readonly id: string;
  readonly title: string;
  readonly scope: Scope;
  readonly port: number;
  /** Path on which the real product serves metrics. */
  readonly path: string;
  /** Additional labels that the scrape job adds. */
  readonly targetLabels?: (facts: DeploymentFacts) => Labels;
  readonly create: (facts: DeploymentFacts) => Exporter;
}

/** Returns the sum of the engines' states, for exporters that cover a deployment. KV usage is the mean. */
export function sumEngineStates(engines: readonly EngineState[]): EngineState {
  const sum = (of: (one: EngineState) => number): number =>
    engines.reduce((total, one) => total + of(one), 0);
  return {
    running: sum((one) => one.running),
    prefilling: sum((one) => one.prefilling),
    waiting: sum((one) => one.waiting),
    kvUsageRatio: engines.length === 0 ? 0 : sum((one) => one.kvUsageRatio) / engines.length,
    usedBlocks: sum((one) => one.usedBlocks),
    blocks: sum((one) => one.blocks),
  };
}
