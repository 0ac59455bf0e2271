/** State of the Roofline page in the URL, in addition to the view: the what-if and the calculators. */
import { createParser, parseAsStringLiteral, useQueryState, useQueryStates } from "nuqs";
import {
  kvFormatNames,
  weightFormatNames,
  type KvFormat,
  type WeightFormat,
} from "@/lib/model/roofline/precision";

export const stepParser = parseAsStringLiteral(["decode", "prefill"]);

const integerBetween = (min: number, max: number) =>
  createParser<number>({
    parse: (given) => {
      const value = /^\d{1,9}$/.test(given) ? Number(given) : null;
      return value === null || value < min || value > max ? null : value;
    },
    serialize: String,
  });

const entryId = createParser<string>({
  parse: (given) => (/^[a-z0-9][a-z0-9.-]{0,99}$/.test(given) ? given : null),
  serialize: (value) => value,
});

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
  wb: integerBetween(1, whatIfBounds.batch),
  wc: integerBetween(1, whatIfBounds.contextTokens),
  wheads: integerBetween(1, 1_024),
  wspec: speculation,
  wflash: parseAsStringLiteral(["off"]),
  wtp: integerBetween(1, whatIfBounds.tensor),
  wgpu: entryId,
};

export interface WhatIfState {
  readonly ww: WeightFormat | null;
  readonly wkv: KvFormat | null;
  readonly wb: number | null;
  readonly wc: number | null;
  readonly wheads: number | null;
  readonly wspec: SpeculationChoice | null;
  readonly wflash: "off" | null;
  readonly wtp: number | null;
  readonly wgpu: string | null;
}

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
  return Object.entries(whatIfParsers).flatMap(([name, parser]) => {
    const given = search.get(name);
    return given !== null && parser.parse(given) === null ? [name] : [];
  });
}
