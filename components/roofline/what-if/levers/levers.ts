/** The controls of the levers of the what-if. Their effects are in `lib/analysis/roofline/what-if/levers.ts`. */
import type { ReactNode } from "react";
import type { LeverName } from "@/lib/model/roofline/what-if-levers";
import { AcceleratorLever } from "./accelerator";
import { BatchLever } from "./batch";
import { ContextTokensLever } from "./context-tokens";
import { FlashAttentionLever } from "./flash-attention";
import { KvFormatLever } from "./kv-format";
import { KvHeadsLever } from "./kv-heads";
import type { LeverControl, LeverControlProps } from "./lever";
import { SpeculationLever } from "./speculation";
import { TensorParallelLever } from "./tensor-parallel";
import { WeightsLever } from "./weights";

const controls: { readonly [Name in LeverName]: LeverControl<Name> } = {
  weights: WeightsLever,
  kvFormat: KvFormatLever,
  batch: BatchLever,
  contextTokens: ContextTokensLever,
  kvHeads: KvHeadsLever,
  speculation: SpeculationLever,
  flashAttention: FlashAttentionLever,
  tensorParallel: TensorParallelLever,
  accelerator: AcceleratorLever,
};

/** Control of each lever. It accepts only values of this lever. */
export const leverControls = controls as unknown as {
  readonly [Name in LeverName]: (props: LeverControlProps<unknown>) => ReactNode;
};
