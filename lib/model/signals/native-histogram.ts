/**
 * Label that marks the rows of a native histogram among rows of numbers. The count, the sum and each bucket are
 * separate rows. Sources cannot send it, because names with two leading underscores are reserved. A bucket without a
 * number at a point was empty there.
 */
export const nativePartLabel = "__native__";

/** Part of a native histogram that one row contains. */
export type NativePart =
  | { readonly kind: "count" | "sum" }
  /** Observations in (lower, upper]; the bucket around zero includes both edges. */
  | { readonly kind: "bucket"; readonly lower: number; readonly upper: number };

const between = "..";

/** Returns the label value of a bucket row, with the edges as the source wrote them. */
export function nativeBucketText(lower: string, upper: string): string {
  return `${lower}${between}${upper}`;
}

/** Returns which part of a native histogram a row contains; undefined for other rows. */
export function parseNativePart(labels: Readonly<Record<string, string>>): NativePart | undefined {
  const text = labels[nativePartLabel];
  if (text === undefined) return undefined;
  if (text === "count" || text === "sum") return { kind: text };
  const [lower, upper] = text.split(between).map(toNumber);
  return lower === undefined || upper === undefined ? undefined : { kind: "bucket", lower, upper };
}

function toNumber(text: string): number {
  if (text === "+Inf") return Number.POSITIVE_INFINITY;
  return text === "-Inf" ? Number.NEGATIVE_INFINITY : Number(text);
}
