/**
 * State of the view in the URL: deployment, model, instance, window, live or paused, tab, sort. Invalid parameters
 * fall back to their defaults, and the page reports them.
 */
import { useQueryStates } from "nuqs";
import { createParser, createSerializer, parseAsStringLiteral } from "nuqs/server";
import { signalIds } from "@/lib/model/signals/signals";
import { comparisonPattern } from "@/lib/model/comparison/compared-window";
import { isStructuralLabel, splitLabelError } from "@/lib/model/signals/split-label";
import { windowError } from "@/lib/model/time-window";
import { traceOrders } from "@/lib/model/traces/trace-order";
import {
  findInvalidNames,
  isSlug,
  parseAsLabelValue,
  parseAsMatch,
  parseAsSlug,
  parseAsText,
  type UrlState,
} from "./url-parsers";
import { useClock } from "./use-clock";

/** Start of the window when the URL has none. */
export const defaultWindowFrom = "now-6h";
/** End of the window when the URL has none. */
export const defaultWindowTo = "now";

/** Parses a time in the URL: relative such as now-6h, or epoch milliseconds. */
export const parseAsTime = parseAsMatch(/^(?:now(?:-\d{1,6}[smhdw])?|\d{12,14})$/);
const baselineChoicePattern = /^(?:off|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;
// nuqs parses any other word as false.
const parseAsTrueOrFalse = createParser<boolean>({
  parse: (text) => (text === "true" ? true : text === "false" ? false : null),
  serialize: String,
});
const parseAsSplitLabel = parseAsText(
  (text) => /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/.test(text) && !isStructuralLabel(text),
);
const maxNames = 20;
const parseAsNames = createParser<readonly string[]>({
  parse: (text) => {
    const parts = text.split(",");
    return parts.length <= maxNames && parts.every(isSlug) ? parts : null;
  },
  serialize: (value) => value.join(","),
  eq: (left, right) => left.join() === right.join(),
});

/** Columns by which the Overview can be sorted. */
export const sortColumns = [
  "status",
  "name",
  "ttft",
  "tpot",
  "requests",
  "output",
  "running",
  "waiting",
  "kv",
  "errors",
] as const;
/** Column by which the Overview is sorted. */
export type SortColumn = (typeof sortColumns)[number];

/** Parsers of the URL parameters that all pages share: deployment, window, split and comparison. */
export const viewParsers = {
  /** Slug of the deployment. */
  d: parseAsSlug,
  /** Served model. Null: all models of the deployment. */
  m: parseAsLabelValue,
  /** Instance. Null: all instances of the deployment. */
  i: parseAsLabelValue,
  /** Label that splits every panel. */
  by: parseAsSplitLabel,
  /** Comparison: the previous period, the same days a week earlier, or the window that starts at a time. */
  cmp: parseAsMatch(comparisonPattern),
  /** Baseline that every panel shows: its id, or `off` for none. If absent, the default baseline of the deployment. */
  base: parseAsMatch(baselineChoicePattern),
  /** Panels that show their distribution. */
  heat: parseAsNames.withDefault([]),
  from: parseAsTime.withDefault(defaultWindowFrom),
  to: parseAsTime.withDefault(defaultWindowTo),
  live: parseAsTrueOrFalse.withDefault(true),
  sort: parseAsStringLiteral(sortColumns).withDefault("status"),
  tab: parseAsStringLiteral(traceOrders).withDefault("newest"),
  /** Clock mode of a trace: raw times of its hosts, or corrected times. */
  clock: parseAsStringLiteral(["raw", "corrected"]).withDefault("raw"),
  /** Side panel that is open. With `new-event`, it opens with the form of a new event. */
  panel: parseAsStringLiteral(["events", "new-event"]),
  /** Signals on the axes of the Correlation page. */
  x: parseAsStringLiteral(signalIds),
  y: parseAsStringLiteral(signalIds),
};

/** State of the URL that all pages share: deployment, window, split and comparison. */
export type ViewState = UrlState<typeof viewParsers>;

/** Model (`m`) and instance (`i`) to which the view is limited. */
export type ModelAndInstance = Pick<ViewState, "m" | "i">;

/** Tolerance for a browser clock that is behind the server's clock, so that the server's present time is not treated as a future time. */
export const clockToleranceMs = 300_000;

/**
 * Replaces the window of the URL by the default window if it is reversed, in the future, too short or too
 * long.
 */
export function replaceInvalidWindow(view: ViewState, nowMs: number): ViewState {
  if (windowError({ from: view.from, to: view.to }, nowMs, clockToleranceMs) === undefined) return view;
  return { ...view, from: defaultWindowFrom, to: defaultWindowTo };
}

/** Invalid parameters of the URL. */
export interface InvalidParameters {
  /** Names of the parameters that are invalid. */
  readonly names: readonly string[];
  /** Known reasons, as sentences without a full stop. */
  readonly reasons: readonly string[];
}

/** Returns the invalid view parameters in the URL. */
export function findInvalidParameters(search: URLSearchParams, nowMs: number): InvalidParameters {
  const invalidNames = findInvalidNames(search, viewParsers);
  const window = { from: search.get("from") ?? defaultWindowFrom, to: search.get("to") ?? defaultWindowTo };
  const invalidWindow = windowError(window, nowMs, clockToleranceMs) ?? null;
  const isNamed = invalidWindow === null || invalidNames.includes("from") || invalidNames.includes("to");
  const reasons = [splitLabelError(search.get("by") ?? ""), invalidWindow ?? undefined].filter(
    (one) => one !== undefined,
  );
  return { names: isNamed ? invalidNames : [...invalidNames, "from", "to"], reasons };
}

/** Returns a link to a page with the given view. Parameters with default values are omitted. */
export const linkTo = createSerializer(viewParsers);

/**
 * Returns the view (deployment, window, split, comparison) and a setter. Each change adds a history entry.
 */
export function useView() {
  const [raw, setRaw] = useQueryStates(viewParsers, { history: "push" });
  const view = replaceInvalidWindow(raw, useClock());
  return [view, setRaw] as const;
}

const minZoomMs = 60_000;

/** Returns the window parameters of a zoom. A shorter zoom than a minute is widened to a minute. */
export function toZoomParameters(
  startMs: number,
  endMs: number,
): { readonly from: string; readonly to: string } {
  const middle = (startMs + endMs) / 2;
  const [from, to] =
    endMs - startMs >= minZoomMs ? [startMs, endMs] : [middle - minZoomMs / 2, middle + minZoomMs / 2];
  return { from: String(Math.round(from)), to: String(Math.round(to)) };
}
