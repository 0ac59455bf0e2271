/**
 * The seam between the model and the names an engine, gateway or exporter has for it: an exposition is told what happens and
 * prints it as its original would. One model, many expositions; none of them has a say in what happens.
 */
import type { CompletedStep } from "../engine/engine";
import type { Request } from "../engine/request";
import type { Gpu, Model } from "../hardware";
import type { Labels } from "./registry";

/** One engine process, its host and its GPUs, as far as an exposition tells of them. */
export interface EngineFacts {
  readonly pod: string;
  readonly host: string;
  readonly model: Model;
  readonly gpu: Gpu;
  readonly gpuCount: number;
  readonly cpuCores: number;
  /** KV cache blocks that fit, and tokens of each. */
  readonly blocks: number;
  readonly blockTokens: number;
  readonly maxSequences: number;
  readonly gpuMemoryRatio: number;
}

export interface DeploymentFacts {
  readonly deployment: string;
  readonly modelName: string;
  /** The first of the engines it speaks for; the only one for what runs beside or inside an engine. */
  readonly engine: EngineFacts;
  readonly engines: readonly EngineFacts[];
  readonly startMs: number;
}

/** An engine at the moment of a scrape. */
export interface EngineState {
  readonly running: number;
  /** Those of the running ones whose prompt is not computed yet. */
  readonly prefilling: number;
  readonly waiting: number;
  readonly kvUsageRatio: number;
  readonly usedBlocks: number;
  readonly blocks: number;
}

/** Work of an engine's machine since the last sample; ratios are shares of wall time. */
export interface MachineSample {
  readonly seconds: number;
  readonly busyRatio: number;
  readonly tensorRatio: number;
  readonly dramRatio: number;
  readonly memoryUsedBytes: number;
  readonly clockRatio: number;
  readonly cpuBusySeconds: number;
  /** What work had to wait for a free core. */
  readonly cpuWaitSeconds: number;
  readonly diskReadBytes: number;
  readonly diskWrittenBytes: number;
  /** Sent by each GPU to the others of its group. */
  readonly linkBytes: number;
  readonly sentBytes: number;
  readonly receivedBytes: number;
}

/** A feature retrieval before the engine; epoch milliseconds. */
export interface FeatureLookup {
  readonly startMs: number;
  readonly endMs: number;
}

/** What an exposition may be told, in order of time. */
export interface ModelEvents {
  /** The front end of the engine, or the gateway when it stands there, takes a request. */
  readonly onArrival?: (request: Request) => void;
  /** `gapMs` is the time since the request's token before; null for its first. */
  readonly onToken?: (request: Request, atMs: number, gapMs: number | null) => void;
  /** Ends of every kind: answered, client gone ("abort"), refused because it can never fit ("error"). */
  readonly onFinish?: (request: Request) => void;
  readonly onPreempt?: (request: Request) => void;
  readonly onStep?: (step: CompletedStep) => void;
  readonly onMachine?: (sample: MachineSample) => void;
  /** Told to gateways only. */
  readonly onFeatures?: (lookup: FeatureLookup) => void;
}

export interface Exporter {
  /** The events of one of the engines it speaks for, by its place among them. */
  readonly listen: (engineIndex: number) => ModelEvents;
  readonly print: (engines: readonly EngineState[], nowMs: number) => string;
  /** Counts from nothing again, as in a process that has just started. */
  readonly restart: () => void;
}

/** Where it stands: in the engine's process, beside it as an exporter of its host, or once before all engines. */
type Scope = "engine" | "host" | "deployment";

export interface Exposition {
  /** Also the scrape job's name. */
  readonly id: string;
  readonly title: string;
  readonly scope: Scope;
  readonly port: number;
  /** Path its original serves metrics on. */
  readonly path: string;
  /** Labels that its scrape job adds to the usual ones. */
  readonly targetLabels?: (facts: DeploymentFacts) => Labels;
  readonly create: (facts: DeploymentFacts) => Exporter;
}

/** Sum of the states of all engines, for what stands before them. */
export function totalState(engines: readonly EngineState[]): EngineState {
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
