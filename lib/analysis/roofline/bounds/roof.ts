/**
 * Computes the roof of one accelerator (Williams, Waterman and Patterson 2009): attainable FLOP/s = min(peak,
 * intensity · bandwidth). The two limits meet at the ridge, peak / bandwidth, in FLOP per byte. For each specified
 * rate, the roof also has the measured rate, or "unknown".
 */
import type { Accelerator } from "@/lib/model/roofline/accelerator";
import { computePrecisions, type ComputePrecision } from "@/lib/model/roofline/precision";

/** Best measured rate in FLOP/s or bytes per second, as its field states. */
export type PracticalCeiling =
  | { readonly kind: "measured"; readonly value: number; readonly source: string }
  | { readonly kind: "unknown" };

/** Peak rates of one accelerator at one precision. */
export interface Roof {
  /** Precision of the arithmetic: the requested precision, or its first available replacement in `fallbackPrecisions`. */
  readonly precision: ComputePrecision;
  /** True if the accelerator has no units for the requested precision, so it converts numbers to a wider format first. */
  readonly isPrecisionWidened: boolean;
  /** Dense peak as the vendor specifies it. */
  readonly flopsPerSecond: number;
  /** Memory bandwidth as the vendor specifies it. */
  readonly bytesPerSecond: number;
  /** Intensity at which a step reaches both limits: dense peak divided by bandwidth. */
  readonly ridgeFlopPerByte: number;
  readonly practicalFlopsPerSecond: PracticalCeiling;
  readonly practicalBytesPerSecond: PracticalCeiling;
}

/**
 * Replacements for a precision without dedicated units; the first available one is used. FP16 and BF16 run at one
 * rate.
 */
const fallbackPrecisions: { readonly [P in ComputePrecision]: readonly ComputePrecision[] } = {
  fp32: [],
  tf32: ["fp32"],
  fp16: ["bf16", "fp32"],
  bf16: ["fp16", "fp32"],
  fp8: ["fp16", "bf16", "fp32"],
  int8: ["fp16", "bf16", "fp32"],
  fp4: ["fp8", "fp16", "bf16", "fp32"],
};

/**
 * Returns the precision in which the accelerator computes, and its dense peak; null if it has no suitable
 * peak for `precision`.
 */
export function findDensePeak(
  { peakFlopsPerSecond }: Pick<Accelerator, "peakFlopsPerSecond">,
  precision: ComputePrecision,
): { readonly precision: ComputePrecision; readonly flopsPerSecond: number } | null {
  const nativePeak = peakFlopsPerSecond[precision];
  if (nativePeak !== undefined) return { precision, flopsPerSecond: nativePeak };
  for (const fallback of fallbackPrecisions[precision]) {
    const peak = peakFlopsPerSecond[fallback];
    if (peak !== undefined) return { precision: fallback, flopsPerSecond: peak };
  }
  return null;
}

function toPracticalCeiling(
  value: number | undefined,
  { measured }: Pick<Accelerator, "measured">,
): PracticalCeiling {
  return value === undefined || measured === undefined
    ? { kind: "unknown" }
    : { kind: "measured", value, source: measured.source };
}

/** Returns the roof of an accelerator at this precision, or null if it has no suitable peak. */
export function findRoof(accelerator: Accelerator, precision: ComputePrecision): Roof | null {
  const { bandwidthBytesPerSecond, measured } = accelerator;
  const peak = findDensePeak(accelerator, precision);
  if (peak === null) return null;
  const { precision: used, flopsPerSecond } = peak;
  const sameRate = (used === "fp16" && precision === "bf16") || (used === "bf16" && precision === "fp16");
  return {
    precision: used,
    isPrecisionWidened: used !== precision && !sameRate,
    flopsPerSecond,
    bytesPerSecond: bandwidthBytesPerSecond,
    ridgeFlopPerByte: flopsPerSecond / bandwidthBytesPerSecond,
    practicalFlopsPerSecond: toPracticalCeiling(measured?.matmulFlopsPerSecond[used], accelerator),
    practicalBytesPerSecond: toPracticalCeiling(measured?.bandwidthBytesPerSecond, accelerator),
  };
}

/**
 * Returns one roof for each precision of the accelerator, widest first. Precisions of equal peak are
 * separate entries.
 */
export function listRoofs(accelerator: Accelerator): readonly Roof[] {
  return computePrecisions
    .filter((precision) => accelerator.peakFlopsPerSecond[precision] !== undefined)
    .flatMap((precision) => findRoof(accelerator, precision) ?? []);
}

/** The two rates that limit a step on one accelerator, either specified or measured. */
export interface Ceilings {
  readonly flopsPerSecond: number;
  readonly bytesPerSecond: number;
}

/** Returns the measured peak rates of a roof where known, otherwise the vendor's. */
export function practicalCeilings(roof: Roof): Ceilings {
  const { practicalFlopsPerSecond: flops, practicalBytesPerSecond: bytes } = roof;
  return {
    flopsPerSecond: flops.kind === "measured" ? flops.value : roof.flopsPerSecond,
    bytesPerSecond: bytes.kind === "measured" ? bytes.value : roof.bytesPerSecond,
  };
}

/**
 * Returns the maximum FLOP/s at an arithmetic intensity: the lower of peak FLOP/s and intensity × bandwidth.
 */
export function attainableFlops(
  { flopsPerSecond, bytesPerSecond }: Ceilings,
  intensityFlopPerByte: number,
): number {
  return Math.min(flopsPerSecond, intensityFlopPerByte * bytesPerSecond);
}
