/** Describes the difference between the clocks of the server and of a source. */
import { formatCoarseDuration } from "@/lib/format/time";

/** A smaller difference changes no window by more than two scrape intervals. */
const maxClockSkewMs = 30_000;
const minuteMs = 60_000;

/**
 * Returns the consequence of a clock skew and how to correct it. `skewMs` is positive if the server's clock
 * is ahead of the source's. Null if the skew is unknown or too small to matter.
 */
export function clockSkewText(sourceTitle: string, skewMs: number | null): string | null {
  if (skewMs === null || Math.abs(skewMs) <= maxClockSkewMs) return null;
  const amount = formatCoarseDuration(roundSkewMs(Math.abs(skewMs)));
  const consequence =
    skewMs > 0
      ? `is ${amount} ahead of ${sourceTitle}. The newest data look missing.`
      : `is ${amount} behind ${sourceTitle}. Data of the newest ${amount} are not displayed.`;
  return `The clock of the Ridgepoint server ${consequence} Synchronise both clocks, for example with NTP.`;
}

/** Rounds to minutes. Sources report times in seconds, so a difference of five minutes is measured as 299 to 301 s. */
function roundSkewMs(ms: number): number {
  return ms < minuteMs ? ms : Math.round(ms / minuteMs) * minuteMs;
}
