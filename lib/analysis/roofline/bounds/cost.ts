/**
 * Returns the price of a million tokens: price per hour · accelerators / (tokens per second · 3600) · 10⁶, in the
 * currency of the price.
 */
export function costPerMillionTokens(
  pricePerAcceleratorHour: number,
  acceleratorCount: number,
  tokensPerSecond: number,
): number {
  return ((pricePerAcceleratorHour * acceleratorCount) / (tokensPerSecond * 3_600)) * 1e6;
}
