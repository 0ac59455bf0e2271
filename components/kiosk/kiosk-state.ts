/** What a kiosk's link says: which pages, in which order, for how long each. */
import { createParser } from "nuqs";
import type { UnusableParts } from "@/lib/client/url-state";

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

/** What the link says of a turn where that cannot be used, else null. */
export function unusableTurn(said: string | null): string | null {
  return said === null || turnSeconds.parse(said) !== null ? null : said;
}

interface Misunderstood extends Pick<KioskRound, "unknown"> {
  readonly turnMs: number;
  readonly unusableEvery: string | null;
  readonly unusable: UnusableParts;
}

/** What of the link was not understood and what stands there instead, each in a sentence. */
export function kioskNotices({ unknown, turnMs, unusableEvery, unusable }: Misunderstood): readonly string[] {
  const { names: parts, why } = unusable;
  return [
    ...(unknown.length === 0 ? [] : [`This link names pages that do not exist: ${unknown.join(", ")}.`]),
    ...(unusableEvery === null
      ? []
      : [
          `A page cannot turn every ${JSON.stringify(unusableEvery)} seconds, so it turns every ${turnMs / 1_000}: ${shortestTurnSeconds} to ${longestTurnSeconds} can be asked for.`,
        ]),
    ...(parts.length === 0
      ? []
      : [
          `This link has parts that cannot be used, so their defaults are shown: ${parts.join(", ")}.${why.map((one) => ` ${one}.`).join("")}`,
        ]),
  ];
}
