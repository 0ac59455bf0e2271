/** What one side of a comparison of traces is, as it stands in links and questions: "slow", "rest", "trace:4bf9…". */

/** Up to the first token, or the whole request. */
export const comparedTimes = ["first-token", "request"] as const;
export type ComparedTime = (typeof comparedTimes)[number];

/** How much is read for a comparison and told of it. `most` is for each group. */
export const comparisonBounds = {
  min: 10,
  defaultCount: 1_000,
  max: 2_000,
  windows: 20,
  nodes: 500,
  bins: 50,
  pairRows: 2_000,
  separations: 20,
} as const;

export const plainGroups = [
  /** Above the threshold, and what is not: both of one window. */
  "slow",
  "rest",
  /** Every request of the window. */
  "all",
  /** The window before, as long, and the same days a week earlier. */
  "previous",
  "weekday",
  /** The window's parts after and before an instant. */
  "after",
  "before",
  /** The minutes of the window with the most and the fewest requests running. */
  "high-load",
  "low-load",
] as const;
export type PlainGroup = (typeof plainGroups)[number];

export type ComparedGroup =
  | { readonly kind: PlainGroup }
  /** Requests with this value of the attribute that is compared. */
  | { readonly kind: "value"; readonly value: string }
  /** The window that begins at an instant and is as long. */
  | { readonly kind: "from"; readonly startMs: number }
  | { readonly kind: "trace"; readonly traceId: string };

const maxValueLength = 256;
const instantPattern = /^[1-9]\d{11,13}$/;
const traceIdPattern = /^[0-9a-f]{16,32}$/;

/** Null for what is no group. */
export function parseComparedGroup(text: string): ComparedGroup | null {
  const plain = plainGroups.find((kind) => kind === text);
  if (plain !== undefined) return { kind: plain };
  const [, kind, rest = ""] = /^(value|from|trace):(.+)$/su.exec(text) ?? [];
  if (kind === "value" && rest.length <= maxValueLength) return { kind, value: rest };
  if (kind === "from" && instantPattern.test(rest)) return { kind, startMs: Number(rest) };
  if (kind === "trace" && traceIdPattern.test(rest)) return { kind, traceId: rest };
  return null;
}

export function comparedGroupText(group: ComparedGroup): string {
  switch (group.kind) {
    case "value":
      return `value:${group.value}`;
    case "from":
      return `from:${group.startMs}`;
    case "trace":
      return `trace:${group.traceId}`;
    default:
      return group.kind;
  }
}
