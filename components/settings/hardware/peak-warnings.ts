/** Peaks that can be written and yet are hardly one accelerator's. */
import type { ComputePrecision } from "@/lib/model/precision";
import type { AcceleratorDraft } from "./accelerator-draft";

/** Each with the wider formats that it is never slower than. */
const widerPrecisions: readonly (readonly [ComputePrecision, readonly ComputePrecision[]])[] = [
  ["fp16", ["tf32"]],
  ["bf16", ["tf32"]],
  ["fp8", ["fp16", "bf16"]],
  ["fp4", ["fp8"]],
];

/** One sentence for each; what is empty or no number is told elsewhere. */
export function peakWarnings({ peaks }: Pick<AcceleratorDraft, "peaks">): readonly string[] {
  const peakOf = (precision: ComputePrecision): number => Number.parseFloat(peaks[precision]);
  return widerPrecisions.flatMap(([narrow, wider]) => {
    const faster = wider.filter((wide) => peakOf(narrow) < peakOf(wide));
    if (faster.length === 0) return [];
    const names = faster.map((wide) => wide.toUpperCase()).join(" and ");
    return `${narrow.toUpperCase()} is below ${names} here: narrower numbers are multiplied at least as fast. One of them may be of another accelerator.`;
  });
}
