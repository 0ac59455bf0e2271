/** The points of one pool in all the ways there are, under one setting. What is not set right shows in how they differ. */
import { roofOf, type Roof } from "@/lib/analysis/roofline/bounds/roof";
import type { Accelerator } from "@/lib/model/accelerator";
import { counterPoints, type Placement } from "./counter-points";
import type { CounterReading } from "./counter-reading";
import { enginePoints, type EnginePlacement, type EngineReading } from "./engine-points";
import { hardwarePoints, type HardwarePlacement, type HardwareReading } from "./hardware-points";
import type { Setting } from "./setting";

/** What is known of the machines beside their activity; each undefined where nothing tells it. */
export interface MachinesSeen {
  /** Accelerators joined to the pool. */
  readonly accelerators?: number | undefined;
  /** Instances that serve. */
  readonly engines?: number | undefined;
  /** Of one accelerator, the mean. */
  readonly memoryUsedBytes?: number | undefined;
}

export interface PoolReading {
  readonly counters: CounterReading;
  readonly engine: EngineReading;
  readonly hardware: HardwareReading;
  /** What the exporter's device name stands for; empty where none is joined. */
  readonly devices: readonly Accelerator[];
  readonly seen?: MachinesSeen | undefined;
}

export type Placed = Extract<Placement, { readonly kind: "placed" }>;

export interface Ways {
  readonly setting: Setting;
  readonly roof: Roof;
  readonly decode: Placement;
  readonly prefill: Placement;
  /** Those of decode and prefill that are placed. */
  readonly placed: readonly Placed[];
  readonly hardware: HardwarePlacement;
  readonly engine: EnginePlacement;
}

/** Null where the accelerator has no peak that could serve the model's precision. */
export function placeWays(setting: Setting, reading: PoolReading): Ways | null {
  const roof = roofOf(setting.accelerator, setting.served.plan.compute);
  if (roof === null) return null;
  const { decode, prefill } = counterPoints(reading.counters, setting, roof);
  const placed = [decode, prefill].filter((one): one is Placed => one.kind === "placed");
  const hardware = hardwarePoints(
    reading.hardware,
    { accelerator: setting.accelerator, roof },
    {
      batch: decode.kind === "placed" ? decode.basis.batch : undefined,
      prefillRatio: prefill.kind === "placed" ? prefill.basis.busyRatio : undefined,
    },
  );
  const engine = enginePoints({ ...reading.engine, ...ratios(reading, placed) }, roof);
  return { setting, roof, decode, prefill, placed, hardware, engine };
}

/** Share of time in steps, and of the FLOPs in prompts, where the engine's reading does not tell them. */
function ratios({ engine, hardware }: PoolReading, placed: readonly Placed[]): Partial<EngineReading> {
  const total = placed.reduce((sum, { average }) => sum + average.flopsPerSecond, 0);
  const prefill = placed.find(({ busy }) => busy.phase === "prefill")?.average.flopsPerSecond ?? 0;
  return {
    busyRatio: engine.busyRatio ?? hardware.engineActiveRatio,
    prefillFlopsRatio: engine.prefillFlopsRatio ?? (total > 0 ? prefill / total : undefined),
  };
}
