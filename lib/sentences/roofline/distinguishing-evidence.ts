/** That several suspects look alike in what was measured, and what would tell them apart. */
import type { Agreement } from "@/lib/analysis/roofline/points/disagreement";
import type { Suspect } from "@/lib/analysis/roofline/points/suspects";
import { sentence, text, type WireSentence } from "./sentence-parts";

type Disagreement = Extract<Agreement, { readonly kind: "disagree" }>;

const evidenceTexts: Readonly<Partial<Record<Suspect["kind"], string>>> = {
  accelerator: "the accelerator’s name from its exporter",
  "weight-format": "the memory that is used, since wider weights take more",
  "kv-format": "the format of the cache in the engine’s configuration",
  "accelerator-count": "how many accelerators their exporter tells for this deployment",
  "tensor-parallel": "how many accelerators their exporter tells for this deployment",
  "slow-memory": "another machine of the same kind under the same load",
  "other-work": "which processes run on the accelerator",
  "step-limit": "the most tokens of a step in the engine’s configuration",
  architecture: "the model that the engine has loaded",
};

/** Null where one thing explains it. */
export function distinguishingEvidence({
  isAmbiguous,
  suspects,
  uncertainSuspects,
}: Disagreement): WireSentence | null {
  if (!isAmbiguous || suspects.length < 2) return null;
  const named = [...new Set(uncertainSuspects.flatMap(({ kind }) => evidenceTexts[kind] ?? []))];
  if (named.length === 0) return null;
  const [last = "", ...otherSigns] = named.toReversed();
  const list = otherSigns.length === 0 ? last : `${otherSigns.toReversed().join(", ")} or ${last}`;
  return sentence(text(`In what was measured these look alike; ${list} would tell them apart.`));
}
