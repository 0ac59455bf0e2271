/** Changes of the scenario that the levers of the what-if make. */
import type { Accelerator } from "@/lib/model/roofline/accelerator";
import type { Architecture } from "@/lib/model/roofline/architecture";
import {
  leverNames,
  type LeverName,
  type LeverValue,
  type WhatIfState,
} from "@/lib/model/roofline/what-if-levers";
import { expectedAcceptedTokens, type Scenario, type WhatIfChange } from "./change";

/** Running scenario and GPU table, on which the meaning of a lever depends. */
export interface LeverContext {
  /** Scenario of the running deployment. */
  readonly scenario: Scenario;
  /** Null until the table is loaded. */
  readonly accelerators: readonly Accelerator[] | null;
}

interface LeverEffect<Value> {
  /** Returns the change of the scenario. */
  readonly toChange: (value: Value, context: LeverContext) => WhatIfChange;
  /** Returns false for a value that the running model cannot have. Absent: every value is possible. */
  readonly isPossible?: (value: Value, context: LeverContext) => boolean;
}

/** Returns whether `count` tensor-parallel ranks divide the query heads without a remainder. */
export const canSplitHeads = ({ attention }: Pick<Architecture, "attention">, count: number): boolean =>
  attention.heads % count === 0;

/** Returns the GPU with an id. Undefined if the table is not loaded or does not contain it. */
export const findListedAccelerator = (
  id: string,
  { accelerators }: Pick<LeverContext, "accelerators">,
): Accelerator | undefined => accelerators?.find((one) => one.id === id);

const effects: { readonly [Name in LeverName]: LeverEffect<LeverValue<Name>> } = {
  weights: { toChange: (format) => ({ weights: format }) },
  kvFormat: { toChange: (format) => ({ kv: format }) },
  batch: { toChange: (sequences) => ({ batch: sequences }) },
  contextTokens: { toChange: (tokens) => ({ contextTokens: tokens }) },
  kvHeads: {
    toChange: (count) => ({ kvHeads: count }),
    // KV heads must divide the query heads. Latent attention has no KV heads.
    isPossible: (count, { scenario }) => {
      const { shape } = scenario.servedModel;
      return shape.attention.kind !== "latent" && canSplitHeads(shape, count);
    },
  },
  // Speculative decoding by n-grams or a small head, which read almost no weights.
  speculation: {
    toChange: ({ draftTokens, acceptedPercent }) => ({
      speculation: {
        draftTokens,
        acceptedTokens: expectedAcceptedTokens(acceptedPercent / 100, draftTokens),
        draftWeightBytes: 0,
      },
    }),
  },
  flashAttention: { toChange: () => ({ usesFlashAttention: false }) },
  tensorParallel: {
    toChange: (count, { scenario }) => ({ parallelism: { ...scenario.parallelism, tensor: count } }),
    isPossible: (count, { scenario }) => canSplitHeads(scenario.servedModel.shape, count),
  },
  // It has no effect until the list of GPUs is loaded.
  accelerator: {
    toChange: (id, context) => {
      const accelerator = findListedAccelerator(id, context);
      return accelerator === undefined ? {} : { accelerator };
    },
    isPossible: (id, context) =>
      context.accelerators === null || findListedAccelerator(id, context) !== undefined,
  },
};

/** Returns the results of `resultOf` for the changed levers, in the order of the list. */
function mapChangedLevers<T>(
  state: WhatIfState,
  resultOf: (effect: LeverEffect<unknown>, value: unknown, name: LeverName) => T,
): readonly T[] {
  return leverNames.flatMap((name) =>
    state[name] === null
      ? []
      : [resultOf(effects[name] as unknown as LeverEffect<unknown>, state[name], name)],
  );
}

/** Returns the change of the scenario that all levers together make. */
export function toScenarioChange(state: WhatIfState, context: LeverContext): WhatIfChange {
  return Object.assign({}, ...mapChangedLevers(state, ({ toChange }, value) => toChange(value, context)));
}

/** Returns the levers whose value is impossible for the running model. */
export function findImpossibleLevers(state: WhatIfState, context: LeverContext): readonly LeverName[] {
  return mapChangedLevers(state, ({ isPossible }, value, name) =>
    isPossible?.(value, context) === false ? [name] : [],
  ).flat();
}

/** Returns the state in which `leversToReset` have no value. */
export function resetLevers(state: WhatIfState, leversToReset: readonly LeverName[]): WhatIfState {
  return { ...state, ...Object.fromEntries(leversToReset.map((name) => [name, null])) };
}
