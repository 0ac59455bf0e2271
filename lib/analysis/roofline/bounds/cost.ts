/** Price of a million tokens: price an hour · accelerators / (tokens a second · 3600) · 10⁶. In the currency of the price. */
export function costPerMillionTokens(
  pricePerAcceleratorHour: number,
  accelerators: number,
  tokensPerSecond: number,
): number {
  return ((pricePerAcceleratorHour * accelerators) / (tokensPerSecond * 3_600)) * 1e6;
}
