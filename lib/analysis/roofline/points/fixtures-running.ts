/**
 * Test engines on known accelerators: their counters, the metrics of their GPUs and cache, and the correct setting.
 */
import { findAccelerator } from "@/lib/analysis/roofline/accelerators/all-accelerators";
import { storedWeightBytes } from "@/lib/analysis/roofline/bounds/memory-fit";
import { findRoof } from "@/lib/analysis/roofline/bounds/roof";
import { findModel } from "@/lib/analysis/roofline/models/all-models";
import { kvBytesPerToken } from "@/lib/analysis/roofline/step-work/kv-cache";
import { withWeightFormat } from "@/lib/analysis/roofline/what-if/change";
import type { NumberFormats } from "@/lib/model/roofline/precision";
import { simulateEngine, type PhaseTruth } from "./fixtures";
import type { PoolSample } from "./pool-estimates";
import type { PoolSetting } from "./setting";

/** Known properties of a simulated engine. A test compares the estimates with them. */
export interface EngineTruth {
  readonly model: string;
  readonly device: string;
  readonly tensor?: number;
  readonly formats?: (published: NumberFormats) => NumberFormats;
  readonly requestsPerSecond: number;
  readonly promptTokens?: number;
  readonly outputTokens?: number;
  /** Fraction of its bandwidth that memory delivers while the bus stays equally busy. */
  readonly deliveredRatio?: number;
}

const keepFormats = (formats: NumberFormats): NumberFormats => formats;

/** Returns the metrics of an engine that runs as expected, except for slow memory. */
export function runEngine({
  model,
  device,
  tensor = 1,
  formats = keepFormats,
  requestsPerSecond,
  promptTokens = 600,
  outputTokens = 200,
  deliveredRatio = 1,
}: EngineTruth): { readonly setting: PoolSetting; readonly sample: PoolSample } {
  const [shape, accelerator] = [findModel(model), findAccelerator(device)];
  if (shape === null || accelerator === null) throw new Error(`no row for ${model} on ${device}`);
  const served = { shape, formats: formats(shape.publishedFormats) };
  const roof = findRoof(accelerator, served.formats.compute);
  if (roof === null) throw new Error(`${device} has no peak for ${served.formats.compute}`);
  const { flopsPerSecond, bytesPerSecond } = roof;
  const run = simulateEngine({
    servedModel: served,
    achievedRates: {
      flopsPerSecond: flopsPerSecond * 0.65 * tensor,
      bytesPerSecond: bytesPerSecond * 0.78 * tensor * deliveredRatio,
    },
    overheadSeconds: 0.0028,
    requestsPerSecond,
    promptTokens,
    outputTokens,
    stepTokenBudget: 2048,
    simulatedSeconds: 60,
  });
  const spent = (of: (one: PhaseTruth) => number): number =>
    of(run.decode) * run.decode.busyRatio + of(run.prompts) * run.prompts.busyRatio;
  const kv = kvBytesPerToken(shape, served.formats.kv);
  const weightBytes = storedWeightBytes(served);
  const cacheTokens = (0.84 * accelerator.memoryBytes * tensor - weightBytes) / kv;
  const { kvUsageRatio = 0, kvCacheTokens = 0 } = run.sample;
  return {
    setting: {
      servedModel: served,
      accelerator,
      parallelism: { tensor, pipeline: 1 },
      replicas: 1,
      role: "both",
      usesChunkedPrefill: true,
    },
    sample: {
      counters: {
        ...run.sample,
        kvCacheTokens: cacheTokens,
        kvUsageRatio: (kvUsageRatio * kvCacheTokens) / cacheTokens,
      },
      engine: {},
      hardware: {
        tensorActiveRatio: spent((one) => one.flopsPerSecond) / flopsPerSecond / tensor,
        dramActiveRatio: spent((one) => one.bytesPerSecond) / bytesPerSecond / tensor / deliveredRatio,
        engineActiveRatio: Math.min(1, run.decode.busyRatio + run.prompts.busyRatio),
        windowSeconds: 300,
      },
      devices: [accelerator],
      observedMachines: {
        acceleratorCount: tensor,
        instanceCount: 1,
        memoryUsedBytes: 0.9 * accelerator.memoryBytes,
      },
    },
  };
}

/** A simulated Llama 3.1 8B on one L40S at 4 requests per second. */
export const assistEngine: EngineTruth = { model: "llama-3.1-8b", device: "l40s", requestsPerSecond: 4 };
/** Returns the formats with weights of 4 bits in groups of 128. */
export const withInt4Weights = (formats: NumberFormats): NumberFormats =>
  withWeightFormat(formats, "int4-g128");
