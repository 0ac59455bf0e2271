/** Describes the changes of the what-if levers in a few words. */
import { findListedAccelerator, type LeverContext } from "@/lib/analysis/roofline/what-if/levers";
import { formatCount } from "@/lib/format/number";
import { precisionTitle } from "@/lib/format/precision-names";
import {
  leverNames,
  unchangedWhatIfState,
  type LeverName,
  type LeverValue,
  type WhatIfState,
} from "@/lib/model/roofline/what-if-levers";

/** Returns null if the deployment already has the value. */
type DescribeLever<Value> = (value: Value, context: LeverContext) => string | null;

const descriptions: { readonly [Name in LeverName]: DescribeLever<LeverValue<Name>> } = {
  weights: (format) => `weights ${precisionTitle(format)}`,
  kvFormat: (format) => `KV ${precisionTitle(format)}`,
  batch: (sequences) => `batch ${formatCount(sequences)}`,
  contextTokens: (tokens) => `context ${formatCount(tokens)}`,
  kvHeads: (count) => `${count} KV heads`,
  speculation: ({ draftTokens }) => `${draftTokens} draft tokens`,
  flashAttention: () => "without FlashAttention",
  tensorParallel: (count) => `tensor parallel ${count}`,
  accelerator: (id, context) =>
    id === context.scenario.accelerator.id ? null : (findListedAccelerator(id, context)?.name ?? null),
};

/** Returns the changes as a short list, such as "weights FP8, batch 64". */
export function describeChanges(state: WhatIfState, context: LeverContext): string {
  return leverNames
    .flatMap((name) =>
      state[name] === null ? [] : [(descriptions[name] as DescribeLever<unknown>)(state[name], context)],
    )
    .filter((part) => part !== null)
    .join(", ");
}

/** Returns which values the deployment cannot have, as a sentence. */
export function describeImpossibleLevers(
  state: WhatIfState,
  names: readonly LeverName[],
  context: LeverContext,
): string {
  const parts = names.map((name) =>
    name === "accelerator"
      ? `the GPU ${state.accelerator} is not in the table of GPUs`
      : `its model does not allow ${describeChanges({ ...unchangedWhatIfState, [name]: state[name] }, context)}`,
  );
  return `This what-if is impossible for the deployment: ${parts.join(", and ")}.`;
}
