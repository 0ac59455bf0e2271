/**
 * State of the view in the URL: deployment, model, instance, window, live or paused, tab, sort. Invalid parameters
 * fall back to their defaults, and the page reports them.
 */
import { createParser, parseAsStringLiteral, useQueryStates } from "nuqs";
import { signalIds, type SignalId } from "@/lib/model/signals/signals";
import { useClock } from "./use-clock";
import { comparisonPattern } from "@/lib/model/compared-window";
import { isMetricPartLabel, splitLabelError } from "@/lib/model/signals/split-label";
import { windowError, type TimeExpression } from "@/lib/model/time-window";
import { traceOrders, type TraceOrder } from "@/lib/model/traces/trace-order";

export const defaultFrom = "now-6h";
export const defaultTo = "now";

const expressionPattern = /^(?:now(?:-\d{1,6}[smhdw])?|\d{12,14})$/;
const slugPattern = /^[a-z0-9](?:[a-z0-9-]{0,78}[a-z0-9])?$/;
const labelLength = 256;

const timeExpression = createParser<TimeExpression>({
  parse: (text) => (expressionPattern.test(text) ? text : null),
  serialize: (value) => value,
});
const slug = createParser<string>({
  parse: (text) => (slugPattern.test(text) ? text : null),
  serialize: (value) => value,
});
// nuqs parses any other word as false.
const boolean = createParser<boolean>({
  parse: (text) => (text === "true" ? true : text === "false" ? false : null),
  serialize: String,
});
const labelName = createParser<string>({
  parse: (text) => (/^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/.test(text) && !isMetricPartLabel(text) ? text : null),
  serialize: (value) => value,
});
const label = createParser<string>({
  parse: (text) => (text.length > 0 && text.length <= labelLength ? text : null),
  serialize: (value) => value,
});

/** Comparison: the previous period, the same days a week earlier, or the window that starts at a time. */
const comparison = createParser<string>({
  parse: (text) => (comparisonPattern.test(text) ? text : null),
  serialize: (value) => value,
});
const maxNames = 20;
const names = createParser<readonly string[]>({
  parse: (text) => {
    const parts = text.split(",");
    return parts.length <= maxNames && parts.every((part) => slugPattern.test(part)) ? parts : null;
  },
  serialize: (value) => value.join(","),
  eq: (left, right) => left.join() === right.join(),
});

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
export type SortColumn = (typeof sortColumns)[number];

export const viewParsers = {
  d: slug,
  m: label,
  i: label,
  by: labelName,
  cmp: comparison,
  /** Panels that show their distribution. */
  heat: names.withDefault([]),
  from: timeExpression.withDefault(defaultFrom),
  to: timeExpression.withDefault(defaultTo),
  live: boolean.withDefault(true),
  sort: parseAsStringLiteral(sortColumns).withDefault("status"),
  tab: parseAsStringLiteral(traceOrders).withDefault("newest"),
  /** Clock mode of a trace: raw times of its hosts, or corrected times. */
  clock: parseAsStringLiteral(["raw", "corrected"]).withDefault("raw"),
  /** Side panel that is open. */
  panel: parseAsStringLiteral(["events"]),
  /** Signals on the axes of the Correlation page. */
  x: parseAsStringLiteral(signalIds),
  y: parseAsStringLiteral(signalIds),
};

export type ViewState = {
  readonly d: string | null;
  readonly m: string | null;
  readonly i: string | null;
  /** Label that splits every panel. */
  readonly by: string | null;
  readonly cmp: string | null;
  readonly heat: readonly string[];
  readonly from: TimeExpression;
  readonly to: TimeExpression;
  readonly live: boolean;
  readonly sort: SortColumn;
  readonly tab: TraceOrder;
  readonly clock: "raw" | "corrected";
  readonly panel: "events" | null;
  readonly x: SignalId | null;
  readonly y: SignalId | null;
};

/** Tolerated lag of the client clock, so that current times are not in the future. */
const clockSkewMs = 300_000;

/** Replaces a window that is reversed, in the future, too short or too long with the default. */
export function withUsableWindow(view: ViewState, nowMs: number): ViewState {
  if (windowError({ from: view.from, to: view.to }, nowMs, clockSkewMs) === undefined) return view;
  return { ...view, from: defaultFrom, to: defaultTo };
}

export interface InvalidParameters {
  /** Names of the parameters that are invalid. */
  readonly names: readonly string[];
  /** Reasons, where known: sentences without a full stop. */
  readonly reasons: readonly string[];
}

/** Returns the invalid parameters in `search`. */
export function findInvalidParameters(search: URLSearchParams, nowMs: number): InvalidParameters {
  const invalidNames = Object.entries(viewParsers).flatMap(([name, parser]) => {
    const text = search.get(name);
    if (text === null) return [];
    return parser.parse(text) === null ? [name] : [];
  });
  const window = { from: search.get("from") ?? defaultFrom, to: search.get("to") ?? defaultTo };
  const invalidWindow = windowError(window, nowMs, clockSkewMs) ?? null;
  const isNamed = invalidWindow === null || invalidNames.includes("from") || invalidNames.includes("to");
  const reasons = [splitLabelError(search.get("by") ?? ""), invalidWindow ?? undefined].filter(
    (one) => one !== undefined,
  );
  return { names: isNamed ? invalidNames : [...invalidNames, "from", "to"], reasons };
}

/** Returns a link to a page that keeps the given view. Defaults are omitted. */
export function linkTo(path: string, view: Partial<ViewState>): string {
  const search = new URLSearchParams();
  if (view.d) search.set("d", view.d);
  if (view.m) search.set("m", view.m);
  if (view.i) search.set("i", view.i);
  if (view.by) search.set("by", view.by);
  if (view.cmp) search.set("cmp", view.cmp);
  if (view.heat !== undefined && view.heat.length > 0) search.set("heat", view.heat.join(","));
  if (view.from !== undefined && view.from !== defaultFrom) search.set("from", view.from);
  if (view.to !== undefined && view.to !== defaultTo) search.set("to", view.to);
  if (view.live === false) search.set("live", "false");
  if (view.sort !== undefined && view.sort !== "status") search.set("sort", view.sort);
  if (view.tab !== undefined && view.tab !== "newest") search.set("tab", view.tab);
  if (view.clock === "corrected") search.set("clock", view.clock);
  if (view.panel) search.set("panel", view.panel);
  if (view.x) search.set("x", view.x);
  if (view.y) search.set("y", view.y);
  const text = search.toString();
  return text === "" ? path : `${path}?${text}`;
}

/** Returns the view and its setter. Each change adds a history entry. */
export function useView() {
  const [raw, setRaw] = useQueryStates(viewParsers, { history: "push" });
  const view = withUsableWindow(raw, useClock());
  return [view, setRaw] as const;
}
