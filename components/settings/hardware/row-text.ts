/** Rows of the tables in words. */
import type { AcceleratorRow, TableModelRow } from "@/lib/contracts/roofline-tables";
import { computePrecisions, type ComputePrecision } from "@/lib/model/precision";
import { formatNumber, thinSpace } from "@/lib/format/number";

const names: { readonly [P in ComputePrecision]: string } = {
  fp32: "FP32",
  tf32: "TF32",
  fp16: "FP16",
  bf16: "BF16",
  fp8: "FP8",
  int8: "INT8",
  fp4: "FP4",
};

/** "BF16 989, FP8 1,979": of 16 bits and narrower, dense; FP16 where there is no BF16, which is else its equal. */
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

export function attentionText({ attention, experts, window }: TableModelRow["architecture"]): string {
  const heads =
    attention.kind === "latent"
      ? `${attention.heads} heads, a latent`
      : `${attention.heads} heads, ${attention.kvHeads} KV`;
  return [
    heads,
    ...(experts === undefined ? [] : [`${experts.perToken} of ${experts.count} experts`]),
    ...(window === undefined ? [] : [`window ${formatNumber(window.tokens)}`]),
  ].join("; ");
}

export function provenanceText(provenance: AcceleratorRow["provenance"]): string {
  return provenance.kind === "built-in"
    ? "the product's"
    : `${provenance.author},${thinSpace}version ${provenance.version}`;
}
