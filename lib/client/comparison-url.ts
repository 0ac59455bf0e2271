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
/** Quantile of the duration above which a request is slow, by default. */
export const defaultSlowQuantile = 0.95;

/** Parsers of the URL parameters of a comparison of requests. */
export const comparisonParsers = {
  a: group.withDefault({ kind: "slow" }),
  b: group.withDefault({ kind: "rest" }),
  /** Deployment of group A. Absent if it is the deployment of the view. */
  aDeployment: parseAsSlug,
  bDeployment: parseAsSlug,
  time: parseAsStringLiteral(comparedTimes).withDefault("first-token"),
  /** Quantile of the duration above which a request is slow. The Slow tab uses the same parameter. */
  slowQuantile: studyParsers.slowQuantile.withDefault(defaultSlowQuantile),
  slowOverMs: studyParsers.slowOverMs,
  /** Time that separates the groups "before" and "after", in epoch milliseconds. */
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

/** Compared groups of requests and options, from the URL. */
export type ComparisonState = UrlState<typeof comparisonParsers>;

/** Returns the names of invalid comparison parameters in the URL. */
export function findInvalidComparisonParameters(search: URLSearchParams): readonly string[] {
  return findInvalidNames(search, comparisonParsers);
}

/**
 * Returns the state with the groups of the view's comparison: all requests of the window, and those of the comparison
 * window. Returns the state unchanged if the URL names groups, or if the view has no comparison.
 */
export function withViewComparison(
  state: ComparisonState,
  viewComparison: string | null,
  search: Pick<URLSearchParams, "has">,
): ComparisonState {
  if (viewComparison === null || search.has("a") || search.has("b")) return state;
  const b = parseComparedGroup(viewComparison) ?? { kind: "from", startMs: Number(viewComparison) };
  return { ...state, a: { kind: "all" }, b };
}

/** Returns the state in which groups A and B are exchanged. */
export function swapGroups({ a, b, aDeployment, bDeployment }: ComparisonState): Partial<ComparisonState> {
  return { a: b, b: a, aDeployment: bDeployment, bDeployment: aDeployment };
}

/** Adds the parameters of a comparison to a link, which may already have parameters. */
export const addComparisonToLink = createSerializer(comparisonParsers);

const withGroups = createSerializer({ a: group, b: group });

/** Creates a link to the comparison of groups `a` and `b` in the window and deployment of a view. */
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

/** Returns the compared groups of requests and a setter. Each change adds a history entry. */
export function useComparisonState() {
  return useQueryStates(comparisonParsers, { history: "push" });
}
