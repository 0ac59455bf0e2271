/**
 * A native histogram among rows of numbers: its count, its sum and each of its buckets is a row of its own, told apart by one
 * label that no source can send, since names that begin with two underscores are the server's own. So a native histogram is
 * kept, cut and joined like any other rows; a bucket without a number at a point was empty there.
 */
export const nativePartLabel = "__native__";

export type NativePart =
  | { readonly kind: "count" | "sum" }
  /** Observations in (lower, upper]; the bucket around zero holds both its ends. */
  | { readonly kind: "bucket"; readonly lower: number; readonly upper: number };

const between = "..";

/** The label's value for a bucket, with its ends as the source wrote them. */
export function nativeBucketText(lower: string, upper: string): string {
  return `${lower}${between}${upper}`;
}

/** Undefined for a row that is no part of a native histogram. */
export function nativePartOf(labels: Readonly<Record<string, string>>): NativePart | undefined {
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
