/**
 * Operating points from the engine's estimates: `estimated_flops_per_gpu_total` and bytes read and written, of vLLM
 * and SGLang. The engine uses the same arithmetic as the counters, so this is not an independent check. Phases are
 * not separated.
 *
 * The estimates are too high: they include all pairs of a prompt and not only the causal pairs, activations that never
 * leave the chip, and every routed expert as a separate read. Compared with the counters they are 1.0 to 1.1 times in
 * decode and 1.0 to 1.3 times in prefill, and more by the factor of `checks/engine-formula.ts` for some versions. Formats that share a name may be off by a factor of 2.
 */
import type { EngineFormula } from "./checks/engine-formula";
import type { Roof } from "@/lib/analysis/roofline/bounds/roof";
import { noError, type PointError, type RelativeError } from "./expected-error";
import { averagePoint, operatingPoint, type OperatingPoint } from "./operating-point";

/** FLOPs and bytes of one accelerator as the engine estimates them. Rates are means over the window. */
export interface EngineSample {
  /** FLOP/s of one accelerator, as the mean over the window. */
  readonly flopsPerSecond?: number | undefined;
  readonly readBytesPerSecond?: number | undefined;
  readonly writtenBytesPerSecond?: number | undefined;
  /** Formula of the estimates. Absent if it is unknown. */
  readonly formula?: EngineFormula | undefined;
  /** Share of time with a running step, if reported. */
  readonly busyRatio?: number | undefined;
  /** Share of FLOPs spent on prompts, estimated from the token counters. */
  readonly prefillFlopsRatio?: number | undefined;
}

/** Points from the engine's estimates, or why there are none. `busy` is null if the share of busy time is unknown. */
export type EnginePoints =
  | { readonly kind: "available"; readonly busy: OperatingPoint | null; readonly average: OperatingPoint }
  /** The metric is registered, but counting is off (`--enable-mfu-metrics`). */
  | { readonly kind: "not-counted" }
  | { readonly kind: "not-exposed" };

const decodeExcess = 1.1;
const prefillExcess = 1.3;
const mostlyDecode = 0.1;

/** Returns the points from the engine's estimates of FLOPs and bytes. */
export function enginePoints(sample: EngineSample, roof: Roof): EnginePoints {
  const { flopsPerSecond, readBytesPerSecond, writtenBytesPerSecond = 0, busyRatio } = sample;
  if (flopsPerSecond === undefined || readBytesPerSecond === undefined) return { kind: "not-exposed" };
  const bytesPerSecond = readBytesPerSecond + writtenBytesPerSecond;
  if (flopsPerSecond === 0 || bytesPerSecond === 0) return { kind: "not-counted" };
  const error = errorOf(sample.prefillFlopsRatio);
  const average = operatingPoint(
    { method: "engine", phase: "all", time: "average", flopsPerSecond, bytesPerSecond, error },
    roof,
  );
  if (busyRatio === undefined || !(busyRatio > 0)) return { kind: "available", busy: null, average };
  const busy = averagePoint(average, 1 / Math.min(1, busyRatio), roof);
  return { kind: "available", busy: { ...busy, time: "busy" }, average };
}

function errorOf(prefillFlopsRatio = 1): PointError {
  const excess = prefillFlopsRatio < mostlyDecode ? decodeExcess : prefillExcess;
  const upward: RelativeError = { lowerByRatio: 1 - 1 / excess, higherByRatio: 0.05 };
  return { flops: upward, bytes: upward, time: noError };
}
