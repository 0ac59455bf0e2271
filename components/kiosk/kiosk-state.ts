/** State of kiosk mode in the URL: pages, their order, and the rotation interval. */
import { createParser } from "nuqs";
import { parseAsIntegerBetween } from "@/lib/client/url-parsers";
import type { InvalidParameters } from "@/lib/client/url-state";
import { kioskPages, type KioskPage } from "@/components/layout/pages";

const minTurnSeconds = 2;
const maxTurnSeconds = 3_600;
const defaultTurnSeconds = 30;
const defaultPages: readonly KioskPage[] = ["overview", "signals"];

export interface KioskRotation {
  readonly pages: readonly [KioskPage, ...KioskPage[]];
  /** Unknown page names in the link. */
  readonly unknown: readonly string[];
}

/** Returns the pages in link order, with repetitions. Uses the default pages without a valid name. */
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
const turnSeconds = parseAsIntegerBetween(minTurnSeconds, maxTurnSeconds);

export const kioskParsers = {
  pages: names.withDefault([]),
  every: turnSeconds.withDefault(defaultTurnSeconds),
};

/** Returns the interval text if it is invalid, otherwise null. */
export function invalidTurn(text: string | null): string | null {
  return text === null || turnSeconds.parse(text) !== null ? null : text;
}

interface InvalidLinkParts extends Pick<KioskRotation, "unknown"> {
  readonly turnMs: number;
  readonly invalidEvery: string | null;
  readonly unusableParts: InvalidParameters;
}

/** Returns one sentence for each invalid part of the link. */
export function kioskNotices({
  unknown,
  turnMs,
  invalidEvery,
  unusableParts,
}: InvalidLinkParts): readonly string[] {
  const { names: parts, reasons } = unusableParts;
  return [
    ...(unknown.length === 0 ? [] : [`This link names unknown pages: ${unknown.join(", ")}.`]),
    ...(invalidEvery === null
      ? []
      : [
          `The interval ${JSON.stringify(invalidEvery)} is invalid, so pages rotate every ${turnMs / 1_000} s. Enter ${minTurnSeconds} to ${maxTurnSeconds} seconds.`,
        ]),
    ...(parts.length === 0
      ? []
      : [
          `This link has invalid parameters, so defaults are used: ${parts.join(", ")}.${reasons.map((one) => ` ${one}.`).join("")}`,
        ]),
  ];
}
