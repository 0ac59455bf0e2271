/** The points of one pool in all the ways there are, under one setting. What is not set right shows in how they differ. */
import { roofOf, type Roof } from "@/lib/analysis/roofline/bounds/roof";
import type { Accelerator } from "@/lib/model/accelerator";
import { counterPoints, type Placement } from "./counter-points";
import type { CounterSample } from "./counter-sample";
import { enginePoints, type EnginePlacement, type EngineSample } from "./engine-points";
import { hardwarePoints, type HardwarePlacement, type HardwareSample } from "./hardware-points";
import type { Setting } from "./setting";

/** What is known of the machines beside their activity; each undefined where nothing tells it. */
export interface ObservedMachines {
  /** Accelerators joined to the pool. */
  readonly accelerators?: number | undefined;
  /** Instances that serve. */
  readonly engines?: number | undefined;
  /** Of one accelerator, the mean. */
  readonly memoryUsedBytes?: number | undefined;
}

export interface PoolSample {
  readonly counters: CounterSample;
  readonly engine: EngineSample;
  readonly hardware: HardwareSample;
  /** What the exporter's device name stands for; empty where none is joined. */
  readonly devices: readonly Accelerator[];
  readonly observed?: ObservedMachines | undefined;
}

export type AvailablePlacement = Extract<Placement, { readonly kind: "available" }>;

export interface PoolEstimates {
  readonly setting: Setting;
  readonly roof: Roof;
  readonly decode: Placement;
  readonly prefill: Placement;
  /** Those of decode and prefill that are placed. */
  readonly availablePhases: readonly AvailablePlacement[];
  readonly hardware: HardwarePlacement;
  readonly engine: EnginePlacement;
}

/** Null where the accelerator has no peak that could serve the model's precision. */
export function estimatePool(setting: Setting, sample: PoolSample): PoolEstimates | null {
  const roof = roofOf(setting.accelerator, setting.served.plan.compute);
  if (roof === null) return null;
  const { decode, prefill } = counterPoints(sample.counters, setting, roof);
  const availablePhases = [decode, prefill].filter(
    (one): one is AvailablePlacement => one.kind === "available",
  );
  const hardware = hardwarePoints(
    sample.hardware,
    { accelerator: setting.accelerator, roof },
    {
      batch: decode.kind === "available" ? decode.basis.batch : undefined,
      prefillRatio: prefill.kind === "available" ? prefill.basis.busyRatio : undefined,
    },
  );
  const engine = enginePoints({ ...sample.engine, ...ratios(sample, availablePhases) }, roof);
  return { setting, roof, decode, prefill, availablePhases, hardware, engine };
}

/** Share of time in steps, and of the FLOPs in prompts, where the engine's reading does not tell them. */
function ratios(
  { engine, hardware }: PoolSample,
  availablePhases: readonly AvailablePlacement[],
): Partial<EngineSample> {
  const total = availablePhases.reduce((sum, { average }) => sum + average.flopsPerSecond, 0);
  const prefill = availablePhases.find(({ busy }) => busy.phase === "prefill")?.average.flopsPerSecond ?? 0;
  return {
    busyRatio: engine.busyRatio ?? hardware.engineActiveRatio,
    prefillFlopsRatio: engine.prefillFlopsRatio ?? (total > 0 ? prefill / total : undefined),
  };
}
