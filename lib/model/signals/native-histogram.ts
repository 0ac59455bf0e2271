/**
 * A native histogram among rows of numbers: its count, its sum and each of its buckets is a separate row, identified
 * by one label. No source can send that label, because names with two leading underscores are reserved. Native
 * histograms are therefore cached, cut and joined like other rows. A bucket without a number at a point was empty
 * there.
 */
export const nativePartLabel = "__native__";

export type NativePart =
  | { readonly kind: "count" | "sum" }
  /** Observations in (lower, upper]; the bucket around zero includes both edges. */
  | { readonly kind: "bucket"; readonly lower: number; readonly upper: number };

const between = "..";

/** Returns the label value for a bucket, with its edges as the source wrote them. */
export function nativeBucketText(lower: string, upper: string): string {
  return `${lower}${between}${upper}`;
}

/** Parses the label of a row. Returns undefined for a row that is not part of a native histogram. */
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
