/**
 * Compared groups of requests in the URL, in addition to the view. Names are those of the comparison endpoint.
 */
import { useQueryStates } from "nuqs";
import { createParser, createSerializer, parseAsStringLiteral } from "nuqs/server";
import {
  comparedGroupText,
  comparedTimes,
  traceComparisonLimits,
  parseComparedGroup,
  type ComparedGroup,
} from "@/lib/model/traces/compared-group";
import { pickConditions, studyParsers, type StudyState } from "./study-url";
import {
  findInvalidNames,
  parseAsLabelValue,
  parseAsNumberBetween,
  parseAsSlug,
  type UrlState,
} from "./url-parsers";
import { linkTo, type ViewState } from "./url-state";

const group = createParser<ComparedGroup>({
  parse: parseComparedGroup,
  serialize: comparedGroupText,
  eq: (a, b) => comparedGroupText(a) === comparedGroupText(b),
});
export const defaultQuantile = 0.95;

export const comparisonParsers = {
  a: group.withDefault({ kind: "slow" }),
  b: group.withDefault({ kind: "rest" }),
  /** Set if the group is from another deployment than the view's. */
  aDeployment: parseAsSlug,
  bDeployment: parseAsSlug,
  time: parseAsStringLiteral(comparedTimes).withDefault("first-token"),
  /** The Slow tab has the same definition of slow. */
  slowQuantile: studyParsers.slowQuantile.withDefault(defaultQuantile),
  slowOverMs: studyParsers.slowOverMs,
  /** Time that separates before from after. */
  changeAtMs: parseAsNumberBetween(100_000_000_000, 99_999_999_999_999),
  /** Attribute whose values are compared. */
  comparedAttribute: parseAsLabelValue,
  maxRequests: parseAsNumberBetween(
    traceComparisonLimits.minTraces,
    traceComparisonLimits.maxTraces,
  ).withDefault(traceComparisonLimits.defaultTraces),
  /** Shows tables instead of drawings. */
  display: parseAsStringLiteral(["drawing", "table"]).withDefault("drawing"),
  nodeOrder: parseAsStringLiteral(["by-difference", "as-tree"]).withDefault("by-difference"),
};

export type ComparisonState = UrlState<typeof comparisonParsers>;

/** Returns the invalid parameters in `search`. */
export function findInvalidComparisonParameters(search: URLSearchParams): readonly string[] {
  return findInvalidNames(search, comparisonParsers);
}

/** Compares with the view's comparison window if the link names no groups. */
export function withViewComparison(
  state: ComparisonState,
  viewComparison: string | null,
  search: Pick<URLSearchParams, "has">,
): ComparisonState {
  if (viewComparison === null || search.has("a") || search.has("b")) return state;
  const b = parseComparedGroup(viewComparison) ?? { kind: "from", startMs: Number(viewComparison) };
  return { ...state, a: { kind: "all" }, b };
}

/** Returns the state with both groups swapped. */
export function swapGroups({ a, b, aDeployment, bDeployment }: ComparisonState): Partial<ComparisonState> {
  return { a: b, b: a, aDeployment: bDeployment, bDeployment: aDeployment };
}

/** Adds the compared groups to a link, which may have parameters. */
export const addComparisonToLink = createSerializer(comparisonParsers);

const withGroups = createSerializer({ a: group, b: group });

/** Returns a link to the comparison of two groups within a view. */
export function createComparisonLink(
  { d, from, to, live }: Pick<ViewState, "d" | "from" | "to" | "live">,
  a: ComparedGroup,
  b: ComparedGroup,
): string {
  return withGroups(linkTo("/traces/compare", { d, from, to, live }), { a, b });
}

/** Returns the query parameters of the comparison endpoint, including the conditions of the Traces page. */
export function toComparisonQuery(
  { a, b, display: _display, nodeOrder: _nodeOrder, ...parameters }: ComparisonState,
  conditions: StudyState,
) {
  return {
    ...pickConditions(conditions),
    ...parameters,
    a: comparedGroupText(a),
    b: comparedGroupText(b),
  };
}

/** Returns the state of the comparison and its setter. Each change adds a history entry. */
export function useComparisonState() {
  return useQueryStates(comparisonParsers, { history: "push" });
}
