/** State of kiosk mode in the URL: pages, their order, and the rotation interval. */
import { createParser } from "nuqs/server";
import { parseAsIntegerBetween } from "@/lib/client/url-parsers";
import type { InvalidParameters } from "@/lib/client/url-state";
import { kioskPages, type KioskPage } from "@/components/layout/pages";

const minTurnSeconds = 2;
const maxTurnSeconds = 3_600;
const defaultTurnSeconds = 30;
const defaultPages: readonly KioskPage[] = ["overview", "signals"];

/** Pages in the order in which kiosk mode shows them. */
export interface KioskRotation {
  readonly pages: readonly [KioskPage, ...KioskPage[]];
  /** Unknown page names in the link. */
  readonly unknownPages: readonly string[];
}

/**
 * Returns the pages that kiosk mode shows, in the order of the link, with repetitions. Without a valid name,
 * the default pages.
 */
export function toRotation(names: readonly string[]): KioskRotation {
  const pages = names.flatMap((name) => kioskPages.filter((page) => page === name));
  const unknown = names.filter((name) => !kioskPages.some((page) => page === name));
  const [first = "overview", ...rest] = pages.length === 0 ? defaultPages : pages;
  return { pages: [first, ...rest], unknownPages: unknown };
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

/** Parsers of the URL parameters of kiosk mode: page names, and the rotation interval in seconds. */
export const kioskParsers = {
  pages: names.withDefault([]),
  every: turnSeconds.withDefault(defaultTurnSeconds),
};

/** Returns the rotation interval of the link if it is invalid, otherwise null. */
export function findInvalidInterval(text: string | null): string | null {
  return text === null || turnSeconds.parse(text) !== null ? null : text;
}

interface KioskLinkErrors extends Pick<KioskRotation, "unknownPages"> {
  readonly rotationIntervalMs: number;
  readonly invalidInterval: string | null;
  readonly invalidParameters: InvalidParameters;
}

/** Returns one sentence for each invalid parameter of the link. */
export function kioskNotices({
  unknownPages,
  rotationIntervalMs,
  invalidInterval,
  invalidParameters,
}: KioskLinkErrors): readonly string[] {
  const { names: parts, reasons } = invalidParameters;
  return [
    ...(unknownPages.length === 0 ? [] : [`This link names unknown pages: ${unknownPages.join(", ")}.`]),
    ...(invalidInterval === null
      ? []
      : [
          `The interval ${JSON.stringify(invalidInterval)} is invalid, so pages rotate every ${rotationIntervalMs / 1_000} s. Enter ${minTurnSeconds} to ${maxTurnSeconds} seconds.`,
        ]),
    ...(parts.length === 0
      ? []
      : [
          `This link has invalid parameters, so defaults are used: ${parts.join(", ")}.${reasons.map((one) => ` ${one}.`).join("")}`,
        ]),
  ];
}
