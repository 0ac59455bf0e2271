/** Time as a shade of the intensity ramp: of five, so that a legend can name them and an eye tell them apart. */

export const shades = ["i2", "i3", "i4", "i5", "i6"] as const;

/** The earliest fifth of the time between first and last is the first shade, the latest the last. */
export function shadeOf(timeMs: number, firstMs: number, lastMs: number): (typeof shades)[number] {
  const share = lastMs > firstMs ? (timeMs - firstMs) / (lastMs - firstMs) : 1;
  const index = Math.min(shades.length - 1, Math.max(0, Math.floor(share * shades.length)));
  return shades[index] ?? shades[0];
}
