/** Compares the server's clock with the clock of each source. The responses of a source report its time. */
import { clockSkewText } from "@/lib/sentences/sources/clock-skew-text";
import { findClockSkewMs } from "@/lib/server/upstream/upstream";
import { listConfiguredSources } from "./source-state";

/** Returns the clock skew of a source in words, with its fix. Null if it is unknown or too small to matter. */
export function describeClockSkew({
  slug,
  title,
}: {
  readonly slug: string;
  readonly title: string;
}): string | null {
  return clockSkewText(title, findClockSkewMs(slug));
}

/** Returns whether a source has a clock skew that matters. */
export function hasClockSkew(): boolean {
  return listConfiguredSources().some((source) => describeClockSkew(source) !== null);
}
