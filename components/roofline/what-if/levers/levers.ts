/** The levers of the what-if, in the order of their controls, and what all of them together change. */
import type { WhatIfChange } from "@/lib/analysis/roofline/what-if/change";
import { accelerator } from "./accelerator";
import { batch } from "./batch";
import { contextTokens } from "./context-tokens";
import { flashAttention } from "./flash-attention";
import { kvFormat } from "./kv-format";
import { kvHeads } from "./kv-heads";
import type { Lever, LeverContext } from "./lever";
import { speculation } from "./speculation";
import { tensorParallel } from "./tensor-parallel";
import { weights } from "./weights";

const levers = {
  weights,
  kvFormat,
  batch,
  contextTokens,
  kvHeads,
  speculation,
  flashAttention,
  tensorParallel,
  accelerator,
} as const;

type Levers = typeof levers;
/** Name of a lever of the what-if. */
export type LeverName = keyof Levers;

/** Names of all levers, in the order of their controls. */
export const leverNames = Object.keys(levers) as readonly LeverName[];

/** Returns a lever by name. Its functions accept only values that its parser returned. */
export const getLever = (name: LeverName) => levers[name] as unknown as Lever<unknown>;

const mapLevers = <T>(valueOf: (lever: Lever<unknown>) => T) =>
  Object.fromEntries(leverNames.map((name) => [name, valueOf(getLever(name))]));

/** URL parser of each lever. */
export const whatIfParsers = mapLevers(({ parser }) => parser) as {
  readonly [Name in LeverName]: Levers[Name]["parser"];
};

/** Name of each lever's URL parameter. */
export const whatIfUrlKeys = mapLevers(({ urlKey }) => urlKey) as { readonly [Name in LeverName]: string };

/** Values of all levers, from the URL. Null is unchanged. */
export type WhatIfState = {
  readonly [Name in LeverName]: ReturnType<Levers[Name]["parser"]["parse"]>;
};

/** State in which no lever has a value. */
export const unchangedWhatIfState = mapLevers(() => null) as WhatIfState;

/** Returns whether any lever has a value. */
export function hasChanges(state: WhatIfState): boolean {
  return Object.values(state).some((value) => value !== null);
}

/** Returns the results of `resultOf` for the changed levers, in the order of the list. */
function changedLevers<T>(
  state: WhatIfState,
  resultOf: (lever: Lever<unknown>, value: unknown, name: LeverName) => T,
): readonly T[] {
  return leverNames.flatMap((name) =>
    state[name] === null ? [] : [resultOf(getLever(name), state[name], name)],
  );
}

/** Returns the change of the scenario that all levers together make. */
export function toScenarioChange(state: WhatIfState, context: LeverContext): WhatIfChange {
  return Object.assign({}, ...changedLevers(state, ({ toChange }, value) => toChange(value, context)));
}

/** Returns the changes as a short list, such as "weights FP8, batch 64". */
export function describeChanges(state: WhatIfState, context: LeverContext): string {
  const parts = changedLevers(state, ({ describeChange }, value) => describeChange(value, context));
  return parts.filter((part) => part !== null).join(", ");
}

/** Returns the levers whose value in the URL is impossible for the running model. */
export function findImpossibleLevers(state: WhatIfState, context: LeverContext): readonly LeverName[] {
  return changedLevers(state, ({ isPossible }, value, name) =>
    isPossible?.(value, context) === false ? [name] : [],
  ).flat();
}

/** Returns the state in which `leversToReset` have no value. */
export function resetLevers(state: WhatIfState, leversToReset: readonly LeverName[]): WhatIfState {
  return { ...state, ...Object.fromEntries(leversToReset.map((name) => [name, null])) };
}
