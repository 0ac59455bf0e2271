/**
 * Operating points from the engine's own estimates, vLLM's and SGLang's `estimated_flops_per_gpu_total` and bytes read and written:
 * the arithmetic of the counters done elsewhere, so no independent check, and no split by phase.
 *
 * They err upwards: all pairs of a prompt instead of the causal ones, activations that never leave the chip, every routed expert as a
 * new one. Against the counters 1.0 to 1.1 times in decode and 1.0 to 1.3 times in prefill; formats that are not told apart by name may
 * be off by 2.
 */
import type { Roof } from "@/lib/analysis/roofline/bounds/roof";
import { noError, type PointError, type RelativeError } from "./expected-error";
import { averagePoint, operatingPoint, type OperatingPoint } from "./operating-point";

export interface EngineSample {
  /** Of one accelerator, over the window. */
  readonly flopsPerSecond?: number | undefined;
  readonly readBytesPerSecond?: number | undefined;
  readonly writtenBytesPerSecond?: number | undefined;
  /** Share of time in which a step ran, where something tells it. */
  readonly busyRatio?: number | undefined;
  /** Share of the FLOPs that are of prompts, from the counters. */
  readonly prefillFlopsRatio?: number | undefined;
}

export type EnginePlacement =
  | { readonly kind: "available"; readonly busy: OperatingPoint | null; readonly average: OperatingPoint }
  /** Registered, but the engine was not told to count (`--enable-mfu-metrics`). */
  | { readonly kind: "not-counted" }
  | { readonly kind: "not-exposed" };

const decodeExcess = 1.1;
const prefillExcess = 1.3;
const mostlyDecode = 0.1;

export function enginePoints(sample: EngineSample, roof: Roof): EnginePlacement {
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
  const upward: RelativeError = { below: 1 - 1 / excess, above: 0.05 };
  return { flops: upward, bytes: upward, time: noError };
}
