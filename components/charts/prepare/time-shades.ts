/** Colour tokens of five shades for times, few enough to be distinguished and listed in a legend. Earliest first. */
export const timeShadeTokens = ["i2", "i3", "i4", "i5", "i6"] as const;

/** Returns the token of a time: the first fifth of the range has the first shade, the last fifth the last. */
export function getTimeShadeToken(
  timeMs: number,
  firstMs: number,
  lastMs: number,
): (typeof timeShadeTokens)[number] {
  const share = lastMs > firstMs ? (timeMs - firstMs) / (lastMs - firstMs) : 1;
  const index = Math.min(timeShadeTokens.length - 1, Math.max(0, Math.floor(share * timeShadeTokens.length)));
  return timeShadeTokens[index] ?? timeShadeTokens[0];
}
