/** State of the page that compares two sides in the URL: sides, statistic, declared factor, strictness and chart. */
import { useQueryStates } from "nuqs";
import { createParser, parseAsStringLiteral } from "nuqs/server";
import { distributionStatistics } from "@/lib/model/comparison/compared-statistic";
import { parseDeclaredFactor } from "@/lib/model/comparison/declared-factor";
import {
  parseSideReference,
  printSideReference,
  type SideReference,
} from "@/lib/model/comparison/side-reference";
import { signalIds } from "@/lib/model/signals/signals";
import { parseAsText, type UrlState } from "./url-parsers";

const parseAsSide = createParser<SideReference>({
  parse: (text) => parseSideReference(text) ?? null,
  serialize: printSideReference,
  eq: (left, right) => printSideReference(left) === printSideReference(right),
});

const parseAsStrict = createParser<boolean>({
  parse: (text) => (text === "true" ? true : text === "false" ? false : null),
  serialize: String,
});

const compareParsers = {
  before: parseAsSide,
  after: parseAsSide,
  /** Statistic by which latency signals are compared. */
  statistic: parseAsStringLiteral(distributionStatistics).withDefault("p95"),
  /** Declared factor: a path, or path:from:to. */
  factor: parseAsText((text) => parseDeclaredFactor(text) !== undefined),
  strict: parseAsStrict.withDefault(false),
  /** Signal whose histograms are drawn. */
  chart: parseAsStringLiteral(signalIds),
};

/** Compared windows and options of the Compare page, from the URL. */
export type CompareState = UrlState<typeof compareParsers>;

/** Returns the compared windows and options and a setter. Each change adds a history entry. */
export function useCompareState() {
  return useQueryStates(compareParsers, { history: "push" });
}
