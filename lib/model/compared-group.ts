/** What one side of a comparison of traces is, as it stands in links and questions: "slow", "rest", "trace:4bf9…". */

export const plainGroups = [
  /** Above the threshold, and what is not: both of one window. */
  "slow",
  "rest",
  /** Every request of the window. */
  "all",
  /** As long before the window as it is long, and the same time a week earlier. */
  "previous",
  "week-before",
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
  | { readonly kind: "trace"; readonly traceId: string };

const longestValue = 256;
const traceIdPattern = /^[0-9a-f]{16,32}$/;

/** Null for what is no group. */
export function parseComparedGroup(text: string): ComparedGroup | null {
  const plain = plainGroups.find((kind) => kind === text);
  if (plain !== undefined) return { kind: plain };
  const [, kind, rest = ""] = /^(value|trace):(.+)$/su.exec(text) ?? [];
  if (kind === "value" && rest.length <= longestValue) return { kind, value: rest };
  if (kind === "trace" && traceIdPattern.test(rest)) return { kind, traceId: rest };
  return null;
}

export function comparedGroupText(group: ComparedGroup): string {
  switch (group.kind) {
    case "value":
      return `value:${group.value}`;
    case "trace":
      return `trace:${group.traceId}`;
    default:
      return group.kind;
  }
}
