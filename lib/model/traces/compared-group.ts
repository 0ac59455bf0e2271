/** One side of a comparison of traces, as written in links and requests: "slow", "rest", "trace:4bf9…". */

import { comparisonPattern, parseEarlierMs } from "@/lib/model/comparison/compared-window";

/** Time that a comparison of requests explains: until the first token, or of the complete request. */
export const comparedTimes = ["first-token", "request"] as const;
/** Time that a comparison of requests explains. */
export type ComparedTime = (typeof comparedTimes)[number];

/** Limits of a comparison: how many traces are read, and how many entries are returned. `max` applies to each group. */
export const traceComparisonLimits = {
  minTraces: 10,
  defaultTraces: 1_000,
  maxTraces: 2_000,
  maxWindows: 20,
  maxNodes: 500,
  maxBins: 50,
  maxPairRows: 2_000,
  maxAttributeDifferences: 20,
} as const;

/** Groups of requests that need no parameter, such as an attribute value or a start time. */
export const groupsWithoutParameter = [
  /** Requests above the threshold and the other requests of the same window. */
  "slow",
  "rest",
  /** Every request of the window. */
  "all",
  /** The preceding window of the same length, and the same days a week earlier. */
  "previous",
  "weekday",
  /** The parts of the window after and before an instant. */
  "after",
  "before",
  /** The minutes of the window with the most and the fewest running requests. */
  "high-load",
  "low-load",
] as const;
/** Group of requests that needs no parameter, such as slow requests. */
export type GroupWithoutParameter = (typeof groupsWithoutParameter)[number];

/** Kinds of groups of requests that can be compared. */
export const comparedGroupKinds = [...groupsWithoutParameter, "value", "earlier", "from", "trace"] as const;

/** Group of requests in a comparison. */
export type ComparedGroup =
  | { readonly kind: GroupWithoutParameter }
  /** Requests with this value of the compared attribute. */
  | { readonly kind: "value"; readonly value: string }
  /** The window of the same length that begins this much earlier. */
  | { readonly kind: "earlier"; readonly shiftMs: number }
  /** The window of the same length that begins at an instant. */
  | { readonly kind: "from"; readonly startMs: number }
  | { readonly kind: "trace"; readonly traceId: string };

const maxValueLength = 256;
const instantPattern = /^[1-9]\d{11,13}$/;
const traceIdPattern = /^[0-9a-f]{16,32}$/;

/** Returns the trace id in pasted text, in lower case. Null for any text that is not a trace id. */
export function parseTraceId(text: string): string | null {
  const id = text.trim().toLowerCase();
  return traceIdPattern.test(id) ? id : null;
}

/** Parses a group of requests from a URL parameter. Null for invalid text. */
export function parseComparedGroup(text: string): ComparedGroup | null {
  const plain = groupsWithoutParameter.find((kind) => kind === text);
  if (plain !== undefined) return { kind: plain };
  const shiftMs = comparisonPattern.test(text) ? parseEarlierMs(text) : null;
  if (shiftMs !== null) return { kind: "earlier", shiftMs };
  const [, kind, rest = ""] = /^(value|from|trace):(.+)$/su.exec(text) ?? [];
  if (kind === "value" && rest.length <= maxValueLength) return { kind, value: rest };
  if (kind === "from" && instantPattern.test(rest)) return { kind, startMs: Number(rest) };
  if (kind === "trace" && traceIdPattern.test(rest)) return { kind, traceId: rest };
  return null;
}

/** Formats a group of requests as the URL parameter that `parseComparedGroup` reads. */
export function comparedGroupText(group: ComparedGroup): string {
  switch (group.kind) {
    case "value":
      return `value:${group.value}`;
    case "earlier":
      return `earlier:${group.shiftMs / 1_000}`;
    case "from":
      return `from:${group.startMs}`;
    case "trace":
      return `trace:${group.traceId}`;
    default:
      return group.kind;
  }
}
