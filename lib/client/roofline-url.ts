/** State of the Roofline page in the URL, in addition to the view: the what-if and the calculators. */
import { createParser, parseAsStringLiteral, useQueryState, useQueryStates } from "nuqs";
import { kvFormatNames, weightFormatNames } from "@/lib/model/roofline/precision";
import { findInvalidNames, parseAsEntryId, parseAsIntegerBetween, type UrlState } from "./url-parsers";

export const stepParser = parseAsStringLiteral(["decode", "prefill"]);

const whatIfBounds = {
  batch: 100_000,
  contextTokens: 10_000_000,
  tensor: 64,
  draftTokens: 16,
} as const;

/** Number of draft tokens, and the percentage of them that is accepted. */
export interface SpeculationChoice {
  readonly draftTokens: number;
  readonly acceptedPercent: number;
}

const speculation = createParser<SpeculationChoice>({
  parse: (given) => {
    const [, draft, accepted] = /^(\d{1,2}):(\d{1,3})$/.exec(given) ?? [];
    const choice = { draftTokens: Number(draft), acceptedPercent: Number(accepted) };
    const isUsable =
      choice.draftTokens >= 1 &&
      choice.draftTokens <= whatIfBounds.draftTokens &&
      choice.acceptedPercent <= 100;
    return isUsable ? choice : null;
  },
  serialize: ({ draftTokens, acceptedPercent }) => `${draftTokens}:${acceptedPercent}`,
  eq: (a, b) => a.draftTokens === b.draftTokens && a.acceptedPercent === b.acceptedPercent,
});

/** Null = unchanged. */
export const whatIfParsers = {
  ww: parseAsStringLiteral(weightFormatNames),
  wkv: parseAsStringLiteral(kvFormatNames),
  wb: parseAsIntegerBetween(1, whatIfBounds.batch),
  wc: parseAsIntegerBetween(1, whatIfBounds.contextTokens),
  wheads: parseAsIntegerBetween(1, 1_024),
  wspec: speculation,
  wflash: parseAsStringLiteral(["off"]),
  wtp: parseAsIntegerBetween(1, whatIfBounds.tensor),
  wgpu: parseAsEntryId,
};

export type WhatIfState = UrlState<typeof whatIfParsers>;

export const nothingChanged: WhatIfState = {
  ww: null,
  wkv: null,
  wb: null,
  wc: null,
  wheads: null,
  wspec: null,
  wflash: null,
  wtp: null,
  wgpu: null,
};

/** Returns the what-if state. Changes replace the history entry, because a slider makes many of them. */
export function useWhatIfState() {
  return useQueryStates(whatIfParsers, { history: "replace" });
}

/** Returns whether the batch sweep is drawn on the plot. */
export function useSweepLayer() {
  return useQueryState("sweep", sweepParser);
}

const sweepParser = parseAsStringLiteral(["on"]).withOptions({ history: "replace" });

/** Returns the invalid parameters in `search`, for which defaults are shown. */
export function invalidWhatIfParameters(search: URLSearchParams): readonly string[] {
  return findInvalidNames(search, whatIfParsers);
}
