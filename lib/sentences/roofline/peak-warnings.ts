/** Warns about peaks that are unlikely to belong to the same GPU. */
import type { ComputePrecision } from "@/lib/model/roofline/precision";

type PeakTexts = { readonly [P in ComputePrecision]: string };

/** Pairs of a number format and the wider formats, whose peak cannot be higher. */
const widerPrecisions: readonly (readonly [ComputePrecision, readonly ComputePrecision[]])[] = [
  ["fp16", ["tf32"]],
  ["bf16", ["tf32"]],
  ["fp8", ["fp16", "bf16"]],
  ["fp4", ["fp8"]],
];

/**
 * Returns a warning for each pair of entered peaks that contradict each other. Empty and invalid values are
 * reported by the form.
 */
export function peakWarnings(peaks: PeakTexts): readonly string[] {
  const peakOf = (precision: ComputePrecision): number => Number.parseFloat(peaks[precision]);
  return widerPrecisions.flatMap(([narrow, wider]) => {
    const faster = wider.filter((wide) => peakOf(narrow) < peakOf(wide));
    if (faster.length === 0) return [];
    const names = faster.map((wide) => wide.toUpperCase()).join(" and ");
    return `The ${narrow.toUpperCase()} peak is below ${names}. A narrower format is at least as fast on the same GPU, so one of the values may be wrong.`;
  });
}
