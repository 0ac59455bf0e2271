/** Shares of the roof, MFU and MBU, are written as ratios, as papers do. */

/** Two decimals; below a hundredth one digit that is not 0, so that little is never told as nothing. */
export function formatRatio(ratio: number): string {
  if (ratio === 0 || Math.abs(ratio) >= 0.0095) return ratio.toFixed(2);
  return ratio < 0.0005 ? "<0.001" : ratio.toFixed(3);
}
