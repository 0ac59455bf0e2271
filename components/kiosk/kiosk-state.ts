/** What a kiosk's link says: which pages, in which order, for how long each. */
import { createParser } from "nuqs";
import type { InvalidParameters } from "@/lib/client/url-state";

export const kioskPages = ["overview", "signals", "correlate", "traces"] as const;
export type KioskPage = (typeof kioskPages)[number];

export const minTurnSeconds = 2;
export const maxTurnSeconds = 3_600;
const defaultTurnSeconds = 30;
const defaultPages: readonly KioskPage[] = ["overview", "signals"];

export interface KioskRotation {
  readonly pages: readonly [KioskPage, ...KioskPage[]];
  /** Names in the link that are no page. */
  readonly unknown: readonly string[];
}

/** Pages in the order of the link, each as often as it stands there; the usual ones where none is named. */
export function toRotation(names: readonly string[]): KioskRotation {
  const pages = names.flatMap((name) => kioskPages.filter((page) => page === name));
  const unknown = names.filter((name) => !kioskPages.some((page) => page === name));
  const [first = "overview", ...rest] = pages.length === 0 ? defaultPages : pages;
  return { pages: [first, ...rest], unknown };
}

const maxNames = 20;
const names = createParser<string[]>({
  parse: (text) =>
    text
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== "")
      .slice(0, maxNames),
  serialize: (value) => value.join(","),
  eq: (one, other) => one.join(",") === other.join(","),
});
const turnSeconds = createParser<number>({
  parse: (text) => {
    const seconds = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
    return seconds >= minTurnSeconds && seconds <= maxTurnSeconds ? seconds : null;
  },
  serialize: String,
});

export const kioskParsers = {
  pages: names.withDefault([]),
  every: turnSeconds.withDefault(defaultTurnSeconds),
};

/** What the link says of a turn where that cannot be used, else null. */
export function invalidTurn(text: string | null): string | null {
  return text === null || turnSeconds.parse(text) !== null ? null : text;
}

interface InvalidLinkParts extends Pick<KioskRotation, "unknown"> {
  readonly turnMs: number;
  readonly invalidEvery: string | null;
  readonly unusableParts: InvalidParameters;
}

/** What of the link was not understood and what stands there instead, each in a sentence. */
export function kioskNotices({
  unknown,
  turnMs,
  invalidEvery,
  unusableParts,
}: InvalidLinkParts): readonly string[] {
  const { names: parts, reasons } = unusableParts;
  return [
    ...(unknown.length === 0 ? [] : [`This link names pages that do not exist: ${unknown.join(", ")}.`]),
    ...(invalidEvery === null
      ? []
      : [
          `A page cannot turn every ${JSON.stringify(invalidEvery)} seconds, so it turns every ${turnMs / 1_000}: ${minTurnSeconds} to ${maxTurnSeconds} can be asked for.`,
        ]),
    ...(parts.length === 0
      ? []
      : [
          `This link has parts that cannot be used, so their defaults are shown: ${parts.join(", ")}.${reasons.map((one) => ` ${one}.`).join("")}`,
        ]),
  ];
}
