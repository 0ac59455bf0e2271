/**
 * Limits of one accelerator: dense peaks, bandwidth and memory, with the sources of the numbers and their confidence.
 */
import type { ComputePrecision } from "./precision";

/**
 * How reliable a table figure is. `second-source`: from a public table that cites the vendor. `inferred`:
 * computed from clocks and bus widths. `from-memory`: not compared with a source, displayed as “unverified”.
 * `conflicting`: sources disagree. `estimate`: the vendor publishes no figure. `stated`: entered by the
 * operator.
 */
export const factConfidences = [
  "second-source",
  "inferred",
  "from-memory",
  "conflicting",
  "estimate",
  "stated",
] as const;
/** How reliable a figure of the accelerator or model table is. */
export type FactConfidence = (typeof factConfidences)[number];

/**
 * Dense peak FLOP/s by precision. A figure "with sparsity" is twice what a dense model can reach and must
 * not be entered.
 */
export type DensePeaks = Readonly<Partial<Record<ComputePrecision, number>>>;

/** Best rates that a benchmark measured, in contrast to the vendor's figures. */
export interface MeasuredCeilings {
  /** FLOP/s of the fastest large matrix multiplication. */
  readonly matmulFlopsPerSecond: DensePeaks;
  /**
   * Bytes per second of the fastest memory stream. Absent when it was not measured; never replaced by the theoretical
   * value.
   */
  readonly bandwidthBytesPerSecond?: number | undefined;
  readonly source: string;
}

/** GPU or other accelerator with its peak rates and memory. */
export interface Accelerator {
  readonly id: string;
  readonly name: string;
  readonly vendor: string;
  readonly family: string;
  readonly memoryBytes: number;
  readonly memoryKind: string;
  readonly bandwidthBytesPerSecond: number;
  readonly peakFlopsPerSecond: DensePeaks;
  /** SM clock at which the peaks hold; absent when it could not be derived from units × operations per clock. */
  readonly peakClockHertz?: number | undefined;
  /**
   * Link between the accelerators of one host. Both directions together, as vendors state it; each direction has
   * half.
   */
  readonly link: { readonly kind: string; readonly bidirectionalBytesPerSecond: number | null };
  /** Best rates that a benchmark measured. Absent if no measurement is known. */
  readonly measured?: MeasuredCeilings | undefined;
  /** Device names that exporters report; `*` matches any text. */
  readonly deviceNames: readonly string[];
  readonly confidence: FactConfidence;
  readonly sources: readonly string[];
  /** A common mistake about this accelerator. */
  readonly note?: string | undefined;
}

/**
 * Returns why a device name pattern is not accepted, or null. A pattern with `*` must still identify the
 * accelerator by letters and a number.
 */
export function deviceNameError(pattern: string): string | null {
  if (!pattern.includes("*")) return null;
  const literalPart = pattern.replaceAll(/[^\p{L}\p{N}]/gu, "");
  return literalPart.length >= 3 && /\p{N}/u.test(literalPart)
    ? null
    : "would match many accelerators. Add the model before the *, as in “NVIDIA H100*”";
}
