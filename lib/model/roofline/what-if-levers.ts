/**
 * The levers of the what-if: inputs of the running scenario that a viewer can change. Links and stored questions
 * contain their values as text.
 */
import { integerTextFormat, enumTextFormat, type TextFormat } from "@/lib/base/text/text-format";
import { entryIdFormat } from "./entry-id";
import { kvFormatNames, weightFormatNames } from "./precision";

/** Number of draft tokens, and the percentage of them that is accepted. */
export interface SpeculationChoice {
  readonly draftTokens: number;
  readonly acceptedPercent: number;
}

const maxDraftTokens = 16;

/** Draft tokens and acceptance as "4:70". */
const speculationText: TextFormat<SpeculationChoice> = {
  parse: (text) => {
    const [, draft, accepted] = /^(\d{1,2}):(\d{1,3})$/.exec(text) ?? [];
    const choice = { draftTokens: Number(draft), acceptedPercent: Number(accepted) };
    const isUsable =
      choice.draftTokens >= 1 && choice.draftTokens <= maxDraftTokens && choice.acceptedPercent <= 100;
    return isUsable ? choice : null;
  },
  serialize: ({ draftTokens, acceptedPercent }) => `${draftTokens}:${acceptedPercent}`,
};

/** URL parameter of a lever, and the text format of its value. */
interface LeverParameter<Value> {
  readonly urlKey: string;
  readonly format: TextFormat<Value>;
}

const parameter = <Value>(urlKey: string, format: TextFormat<Value>): LeverParameter<Value> => ({
  urlKey,
  format,
});

/** The levers, in the order of their controls. */
const levers = {
  weights: parameter("ww", enumTextFormat(weightFormatNames)),
  kvFormat: parameter("wkv", enumTextFormat(kvFormatNames)),
  batch: parameter("wb", integerTextFormat(1, 100_000)),
  contextTokens: parameter("wc", integerTextFormat(1, 10_000_000)),
  kvHeads: parameter("wheads", integerTextFormat(1, 1_024)),
  speculation: parameter("wspec", speculationText),
  flashAttention: parameter("wflash", enumTextFormat(["off"])),
  tensorParallel: parameter("wtp", integerTextFormat(1, 64)),
  accelerator: parameter("wgpu", entryIdFormat),
} as const;

type Levers = typeof levers;
/** Name of a lever of the what-if. */
export type LeverName = keyof Levers;
/** Value of a what-if lever. */
export type LeverValue<Name extends LeverName> = NonNullable<ReturnType<Levers[Name]["format"]["parse"]>>;
/** Values of all levers. Null is unchanged. */
export type WhatIfState = { readonly [Name in LeverName]: LeverValue<Name> | null };

/** Names of all levers, in the order of their controls. */
export const leverNames = Object.keys(levers) as readonly LeverName[];

/** URL parameter of each lever, and the text format of its value. */
export const leverParameters: { readonly [Name in LeverName]: LeverParameter<LeverValue<Name>> } = levers;

/** Returns the format of a lever. It writes only values that it returned itself. */
const getFormat = (name: LeverName) => levers[name].format as unknown as TextFormat<unknown>;

const mapLevers = (createValue: (name: LeverName) => unknown) =>
  Object.fromEntries(leverNames.map((name) => [name, createValue(name)])) as unknown as WhatIfState;

/** State in which no lever has a value. */
export const unchangedWhatIfState = mapLevers(() => null);

/** Returns whether any lever has a value. */
export function hasChanges(state: WhatIfState): boolean {
  return Object.values(state).some((value) => value !== null);
}

/** Levers with a value, as text. */
export type LeverTexts = { readonly [Name in LeverName]?: string };

/** Returns the levers that have a value, as text. */
export function writeLevers(state: WhatIfState): LeverTexts {
  return Object.fromEntries(
    leverNames.flatMap((name) =>
      state[name] === null ? [] : [[name, getFormat(name).serialize(state[name])] as const],
    ),
  );
}

/** Returns the values of levers from their texts. A text that is not valid leaves its lever unchanged. */
export function parseLevers(texts: LeverTexts): WhatIfState {
  return mapLevers((name) => {
    const text = texts[name];
    return text === undefined ? null : getFormat(name).parse(text);
  });
}
