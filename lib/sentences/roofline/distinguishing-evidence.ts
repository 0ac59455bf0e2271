/** Names the evidence that would distinguish several suspected causes that fit the measurements equally well. */
import type { Agreement } from "@/lib/analysis/roofline/points/checks/disagreement";
import type { Suspect } from "@/lib/analysis/roofline/points/checks/suspects";
import { sentence, textPart, type MutableSentence } from "./sentence-parts";

type Disagreement = Extract<Agreement, { readonly kind: "disagree" }>;

const evidenceTexts: Readonly<Partial<Record<Suspect["kind"], string>>> = {
  accelerator: "the GPU name that its exporter reports",
  "weight-format": "memory usage, because wider weights use more",
  "kv-format": "the cache format in the engine’s configuration",
  "accelerator-count": "the number of GPUs that the exporter reports for this deployment",
  "tensor-parallel": "the number of GPUs that the exporter reports for this deployment",
  "slow-memory": "another machine of the same type under the same load",
  "other-work": "the processes on the GPU",
  "step-limit": "the maximum tokens per step in the engine’s configuration",
  architecture: "the model that the engine loaded",
};

/**
 * Returns which check would distinguish several possible causes of a disagreement. Null for a single cause.
 */
export function describeDistinguishingChecks({
  isAmbiguous,
  suspects,
  alternativeSuspects,
}: Disagreement): MutableSentence | null {
  if (!isAmbiguous || suspects.length < 2) return null;
  const named = [...new Set(alternativeSuspects.flatMap(({ kind }) => evidenceTexts[kind] ?? []))];
  if (named.length === 0) return null;
  const [last = "", ...otherSigns] = named.toReversed();
  const list = otherSigns.length === 0 ? last : `${otherSigns.toReversed().join(", ")} and ${last}`;
  return sentence(
    textPart(`These causes fit the measurements equally well. To distinguish them, check ${list}.`),
  );
}
