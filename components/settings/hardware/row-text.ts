/** Formats cells of the GPU and model tables. */
import type { AcceleratorRow, TableModelRow } from "@/lib/contracts/roofline/roofline-tables";
import { computePrecisions, type ComputePrecision } from "@/lib/model/roofline/precision";
import { formatNumber, thinSpace } from "@/lib/format/number";
import { countWithNoun } from "@/lib/format/agreement";

const names: { readonly [P in ComputePrecision]: string } = {
  fp32: "FP32",
  tf32: "TF32",
  fp16: "FP16",
  bf16: "BF16",
  fp8: "FP8",
  int8: "INT8",
  fp4: "FP4",
};

/**
 * Formats dense peaks of 16 bits and narrower, for example "BF16 989, FP8 1,979". Shows FP16 only if there is no BF16
 * peak, because both are usually equal.
 */
export function peakText({ peakFlopsPerSecond }: AcceleratorRow["accelerator"]): string {
  const givenPrecisions = computePrecisions.filter((one) => peakFlopsPerSecond[one] !== undefined);
  const hasBf16 = peakFlopsPerSecond.bf16 !== undefined;
  const narrow = givenPrecisions.filter(
    (one) => one !== "fp32" && one !== "tf32" && (one !== "fp16" || !hasBf16),
  );
  return (narrow.length === 0 ? givenPrecisions : narrow)
    .map((one) => `${names[one]} ${formatNumber((peakFlopsPerSecond[one] ?? 0) / 1e12)}`)
    .join(", ");
}

/** Formats heads, experts and window: "64 heads, 8 KV; 2 of 8 experts". */
export function attentionText({ attention, experts, window }: TableModelRow["architecture"]): string {
  const heads =
    attention.kind === "latent"
      ? `${countWithNoun(attention.heads, "head")}, latent KV`
      : `${countWithNoun(attention.heads, "head")}, ${attention.kvHeads} KV`;
  return [
    heads,
    ...(experts === undefined ? [] : [`${experts.perToken} of ${countWithNoun(experts.count, "expert")}`]),
    ...(window === undefined ? [] : [`window ${formatNumber(window.tokens)}`]),
  ].join("; ");
}

/** Formats who defined an entry: "built in", or author and version. */
export function provenanceText(provenance: AcceleratorRow["provenance"]): string {
  return provenance.kind === "built-in"
    ? "built in"
    : `${provenance.author},${thinSpace}version ${provenance.version}`;
}
