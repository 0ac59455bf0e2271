/**
 * Points of one pool by all available methods, under one setting. An incorrect setting shows as a difference between
 * them.
 */
import { findRoof, type Roof } from "@/lib/analysis/roofline/bounds/roof";
import type { Accelerator } from "@/lib/model/roofline/accelerator";
import { counterPoints, type PhasePoints } from "./counter-points";
import type { CounterSample } from "./counter-sample";
import { enginePoints, type EnginePoints, type EngineSample } from "./engine-points";
import { hardwarePoints, type HardwarePoints, type HardwareSample } from "./hardware-points";
import type { PoolSetting } from "./setting";

/** Accelerators, instances and memory that exporters report for a pool; undefined if not reported. */
export interface ObservedMachines {
  /** Number of accelerators joined to the pool. */
  readonly acceleratorCount?: number | undefined;
  /** Number of serving instances that respond. */
  readonly instanceCount?: number | undefined;
  /** Memory in use on one accelerator, as the mean over the accelerators. */
  readonly memoryUsedBytes?: number | undefined;
}

/** Everything measured about a pool in one window. */
export interface PoolSample {
  readonly counters: CounterSample;
  readonly engine: EngineSample;
  readonly hardware: HardwareSample;
  /** Accelerators that match the exporter's device name; empty if none is joined. */
  readonly devices: readonly Accelerator[];
  readonly observedMachines?: ObservedMachines | undefined;
}

/** Operating points of a phase for which all inputs are known. */
export type AvailablePoints = Extract<PhasePoints, { readonly kind: "available" }>;

/** Roofline estimates of one pool. */
export interface PoolEstimates {
  readonly setting: PoolSetting;
  readonly roof: Roof;
  readonly decode: PhasePoints;
  readonly prefill: PhasePoints;
  /** Phases (decode, prefill) with an available point. */
  readonly availablePhases: readonly AvailablePoints[];
  readonly hardware: HardwarePoints;
  readonly engine: EnginePoints;
}

/**
 * Computes the operating points of a pool by all methods; null if the accelerator has no peak for the
 * model's precision.
 */
export function estimatePool(setting: PoolSetting, sample: PoolSample): PoolEstimates | null {
  const roof = findRoof(setting.accelerator, setting.servedModel.formats.compute);
  if (roof === null) return null;
  const { decode, prefill } = counterPoints(sample.counters, setting, roof);
  const availablePhases = [decode, prefill].filter((one): one is AvailablePoints => one.kind === "available");
  const hardware = hardwarePoints(
    sample.hardware,
    { accelerator: setting.accelerator, roof },
    {
      batch: decode.kind === "available" ? decode.meanStep.batch : undefined,
      prefillRatio: prefill.kind === "available" ? prefill.meanStep.busyRatio : undefined,
    },
  );
  const engine = enginePoints({ ...sample.engine, ...ratios(sample, availablePhases) }, roof);
  return { setting, roof, decode, prefill, availablePhases, hardware, engine };
}

/** Returns the share of time in steps and the share of FLOPs in prompts if the engine's sample lacks them. */
function ratios(
  { engine, hardware }: PoolSample,
  availablePhases: readonly AvailablePoints[],
): Partial<EngineSample> {
  const total = availablePhases.reduce((sum, { average }) => sum + average.flopsPerSecond, 0);
  const prefill = availablePhases.find(({ busy }) => busy.phase === "prefill")?.average.flopsPerSecond ?? 0;
  return {
    busyRatio: engine.busyRatio ?? hardware.engineActiveRatio,
    prefillFlopsRatio: engine.prefillFlopsRatio ?? (total > 0 ? prefill / total : undefined),
  };
}
