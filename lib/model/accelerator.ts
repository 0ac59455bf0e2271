/** What one accelerator can do at best: dense peaks, bandwidth, memory; each row with where its numbers are from and how sure they are. */
import type { ComputePrecision } from "./precision";

/**
 * `second-source`: read in a public table or repository that cites the vendor's page. `inferred`: computed from clocks and bus widths.
 * `from-memory`: a vendor's figure nobody looked up again. `conflicting`: sources disagree. `estimate`: the vendor publishes none.
 * `stated`: typed in by the people who run it.
 */
export const factConfidences = [
  "second-source",
  "inferred",
  "from-memory",
  "conflicting",
  "estimate",
  "stated",
] as const;
export type FactConfidence = (typeof factConfidences)[number];

/** Dense only. A figure "with sparsity" is twice what a dense model can reach and has no place here. */
export type DensePeaks = Readonly<Partial<Record<ComputePrecision, number>>>;

/** The best that was measured, as against what the vendor prints. */
export interface MeasuredCeilings {
  /** FLOP/s of the best large matrix product. */
  readonly matmulFlopsPerSecond: DensePeaks;
  /** Bytes per second of the best stream. Absent = nobody measured it: "unknown", not the theoretical. */
  readonly bandwidthBytesPerSecond?: number | undefined;
  readonly source: string;
}

export interface Accelerator {
  readonly id: string;
  readonly name: string;
  readonly vendor: string;
  readonly family: string;
  readonly memoryBytes: number;
  readonly memoryKind: string;
  readonly bandwidthBytesPerSecond: number;
  readonly peakFlopsPerSecond: DensePeaks;
  /** SM clock at which the peaks hold; absent where it could not be derived from units × operations per clock. */
  readonly peakClockHertz?: number | undefined;
  /** Between accelerators of one host. Both directions together, as vendors print it; half of it goes one way. */
  readonly link: { readonly kind: string; readonly bidirectionalBytesPerSecond: number | null };
  readonly measured?: MeasuredCeilings | undefined;
  /** What exporters call it; `*` stands for anything. */
  readonly deviceNames: readonly string[];
  readonly confidence: FactConfidence;
  readonly sources: readonly string[];
  /** What is easily mistaken about it. */
  readonly note?: string | undefined;
}

/** Why a device name cannot be taken; null where it can. With `*` it must still say which accelerator it is: letters and a number. */
export function deviceNameError(pattern: string): string | null {
  if (!pattern.includes("*")) return null;
  const literalPart = pattern.replaceAll(/[^\p{L}\p{N}]/gu, "");
  return literalPart.length >= 3 && /\p{N}/u.test(literalPart)
    ? null
    : "would stand for many accelerators: beside * it must say which one, as “NVIDIA H100*” does";
}
