"use client";

/** What a kiosk's link says: which pages, in which order, for how long each. */
import { createParser, useQueryStates } from "nuqs";

export const kioskPages = ["overview", "signals", "correlate", "traces"] as const;
export type KioskPage = (typeof kioskPages)[number];

export const shortestTurnSeconds = 2;
export const longestTurnSeconds = 3_600;
const usualTurnSeconds = 30;
const usualPages: readonly KioskPage[] = ["overview", "signals"];

export interface KioskRound {
  readonly pages: readonly [KioskPage, ...KioskPage[]];
  /** Names in the link that are no page. */
  readonly unknown: readonly string[];
}

/** Pages in the order of the link, each as often as it stands there; the usual ones where none is named. */
export function toRound(names: readonly string[]): KioskRound {
  const pages = names.flatMap((name) => kioskPages.filter((page) => page === name));
  const unknown = names.filter((name) => !kioskPages.some((page) => page === name));
  const [first = "overview", ...rest] = pages.length === 0 ? usualPages : pages;
  return { pages: [first, ...rest], unknown };
}

const mostNames = 20;
const names = createParser<string[]>({
  parse: (text) =>
    text
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== "")
      .slice(0, mostNames),
  serialize: (value) => value.join(","),
  eq: (one, other) => one.join(",") === other.join(","),
});
const turnSeconds = createParser<number>({
  parse: (text) => {
    const seconds = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
    return seconds >= shortestTurnSeconds && seconds <= longestTurnSeconds ? seconds : null;
  },
  serialize: String,
});

export const kioskParsers = {
  pages: names.withDefault([]),
  every: turnSeconds.withDefault(usualTurnSeconds),
};

export function useKioskState(): KioskRound & { readonly turnMs: number } {
  const [{ pages, every }] = useQueryStates(kioskParsers);
  return { ...toRound(pages), turnMs: every * 1_000 };
}
