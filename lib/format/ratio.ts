/** Formats MFU, MBU and other shares of the roof as ratios, as papers do. */

/**
 * Formats a ratio with two decimals. A value below 0.01 gets three decimals or "<0.001", so that it is never
 * displayed as 0.
 */
export function formatRatio(ratio: number): string {
  if (ratio === 0 || Math.abs(ratio) >= 0.0095) return ratio.toFixed(2);
  return ratio < 0.0005 ? "<0.001" : ratio.toFixed(3);
}
