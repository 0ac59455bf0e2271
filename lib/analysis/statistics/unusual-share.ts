/**
 * Whether a share of a few minutes is far above its usual range, which consists of hourly values. The share of a few
 * minutes varies more than that of an hour, so its uncertainty counts as well: the lower end of its Wilson interval
 * (1927), at three standard deviations as for the limits of the range, must be above the range and above twice its
 * centre. Small shares, and shares of few events, never count as far above the range.
 */

/** Smallest ratio and number of events at which a share can be unusual. */
export const unusualShareMinimum = { ratio: 0.01, events: 20 } as const;

const standardDeviations = 3;
const farAboveFactor = 2;

interface Share {
  readonly ratio: number;
  /** Number of observations that the share refers to. */
  readonly n: number;
}

/** Returns whether a share has enough events and is large enough to be compared with its usual range. */
export function isShareComparable({ ratio, n }: Share): boolean {
  return ratio >= unusualShareMinimum.ratio && ratio * n >= unusualShareMinimum.events;
}

/** Returns whether a share is far above its usual range, which is given by its centre and upper limit. */
export function isFarAboveUsual(
  share: Share,
  usual: { readonly centre: number; readonly upper: number },
): boolean {
  return (
    isShareComparable(share) && wilsonLower(share) > Math.max(usual.upper, farAboveFactor * usual.centre)
  );
}

function wilsonLower({ ratio, n }: Share): number {
  const square = standardDeviations ** 2;
  const spread = standardDeviations * Math.sqrt((ratio * (1 - ratio)) / n + square / (4 * n ** 2));
  return (ratio + square / (2 * n) - spread) / (1 + square / n);
}
