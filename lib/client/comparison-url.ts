/** Compared groups of requests in the URL, in addition to the view. */
import { createParser, parseAsStringLiteral, useQueryStates } from "nuqs";
import {
  comparedGroupText,
  comparedTimes,
  comparisonBounds,
  parseComparedGroup,
  type ComparedGroup,
  type ComparedTime,
} from "@/lib/model/traces/compared-group";
import { conditionParameters, type StudyState } from "./study-url";
import { linkTo, type ViewState } from "./url-state";

const group = createParser<ComparedGroup>({
  parse: parseComparedGroup,
  serialize: comparedGroupText,
  eq: (a, b) => comparedGroupText(a) === comparedGroupText(b),
});
const slug = createParser<string>({
  parse: (text) => (/^[a-z0-9](?:[a-z0-9-]{0,78}[a-z0-9])?$/.test(text) ? text : null),
  serialize: (value) => value,
});
const numberWithin = (min: number, max: number) =>
  createParser<number>({
    parse: (text) => {
      const value = /^\d{1,14}(?:\.\d{1,6})?$/.test(text) ? Number(text) : null;
      return value === null || value < min || value > max ? null : value;
    },
    serialize: String,
  });
const attributeName = createParser<string>({
  parse: (text) => (text.length > 0 && text.length <= 256 ? text : null),
  serialize: (value) => value,
});

export const usualShare = 0.95;

export const comparisonParsers = {
  a: group.withDefault({ kind: "slow" }),
  b: group.withDefault({ kind: "rest" }),
  /** Set if the group is from another deployment than the view's. */
  ad: slug,
  bd: slug,
  what: parseAsStringLiteral(comparedTimes).withDefault("first-token"),
  /** A request is slow above this quantile, or above `over` milliseconds. */
  share: numberWithin(0.5, 0.999).withDefault(usualShare),
  over: numberWithin(0.001, 86_400_000),
  /** Time that separates before from after. */
  at: numberWithin(100_000_000_000, 99_999_999_999_999),
  /** Attribute whose values are compared. */
  key: attributeName,
  requests: numberWithin(comparisonBounds.min, comparisonBounds.max).withDefault(
    comparisonBounds.defaultCount,
  ),
  /** Shows tables instead of drawings. */
  as: parseAsStringLiteral(["drawing", "table"]).withDefault("drawing"),
  nodes: parseAsStringLiteral(["by-difference", "as-tree"]).withDefault("by-difference"),
};

export interface ComparisonState {
  readonly a: ComparedGroup;
  readonly b: ComparedGroup;
  readonly ad: string | null;
  readonly bd: string | null;
  readonly what: ComparedTime;
  readonly share: number;
  readonly over: number | null;
  readonly at: number | null;
  readonly key: string | null;
  readonly requests: number;
  readonly as: "drawing" | "table";
  readonly nodes: "by-difference" | "as-tree";
}

/** Returns the invalid parameters in `search`. */
export function invalidComparisonParameters(search: URLSearchParams): readonly string[] {
  return Object.entries(comparisonParsers).flatMap(([name, parser]) => {
    const given = search.get(name);
    return given !== null && parser.parse(given) === null ? [name] : [];
  });
}

/** Compares with the view's comparison window if the link names no groups. */
export function withViewComparison(
  state: ComparisonState,
  cmp: string | null,
  search: Pick<URLSearchParams, "has">,
): ComparisonState {
  if (cmp === null || search.has("a") || search.has("b")) return state;
  const b: ComparedGroup =
    cmp === "previous" || cmp === "weekday" ? { kind: cmp } : { kind: "from", startMs: Number(cmp) };
  return { ...state, a: { kind: "all" }, b };
}

/** Returns the state with both groups swapped. */
export function swapGroups({ a, b, ad, bd }: ComparisonState): Partial<ComparisonState> {
  return { a: b, b: a, ad: bd, bd: ad };
}

/** Returns a link to the comparison of two groups within a view. */
export function compareLink(
  view: Pick<ViewState, "d" | "from" | "to" | "live">,
  a: ComparedGroup,
  b: ComparedGroup,
): string {
  const { d, from, to, live } = view;
  const link = linkTo("/traces/compare", { d, from, to, live });
  const sides = new URLSearchParams({ a: comparedGroupText(a), b: comparedGroupText(b) });
  return `${link}${link.includes("?") ? "&" : "?"}${sides.toString()}`;
}

/** Returns the query parameters of the comparison endpoint, including the conditions of the Traces page. */
export function comparisonParameters(
  state: ComparisonState,
  conditions: StudyState,
): Readonly<Record<string, string | undefined>> {
  const { attribute: having, ...met } = conditionParameters(conditions);
  const { a, b, ad, bd, what, share, over, at, key, requests } = state;
  const number = (value: number | null): string | undefined => (value === null ? undefined : String(value));
  return {
    ...met,
    having,
    a: comparedGroupText(a),
    b: comparedGroupText(b),
    aDeployment: ad ?? undefined,
    bDeployment: bd ?? undefined,
    time: what,
    q: String(share),
    overMs: number(over),
    at: number(at),
    attribute: key ?? undefined,
    maxRequests: String(requests),
  };
}

/** Returns the state of the comparison and its setter. Each change adds a history entry. */
export function useComparisonState() {
  return useQueryStates(comparisonParsers, { history: "push" });
}
