/** That several suspects look alike in what was measured, and what would tell them apart. */
import type { Agreement } from "@/lib/analysis/roofline/points/disagreement";
import type { Suspect } from "@/lib/analysis/roofline/points/suspects";
import { sentence, text, type WireSentence } from "./words";

type Disagreement = Extract<Agreement, { readonly kind: "disagree" }>;

const signs: Readonly<Partial<Record<Suspect["kind"], string>>> = {
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
export function whatTellsApart({ isEither, suspects, unsure }: Disagreement): WireSentence | null {
  if (!isEither || suspects.length < 2) return null;
  const named = [...new Set(unsure.flatMap(({ kind }) => signs[kind] ?? []))];
  if (named.length === 0) return null;
  const [last = "", ...others] = named.toReversed();
  const list = others.length === 0 ? last : `${others.toReversed().join(", ")} or ${last}`;
  return sentence(text(`In what was measured these look alike; ${list} would tell them apart.`));
}
