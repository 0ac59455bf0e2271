/** Time as one of five shades of the intensity ramp, few enough to be distinguished and listed in a legend. */

export const shades = ["i2", "i3", "i4", "i5", "i6"] as const;

/** Returns the shade of a time: the first fifth of the range has the first shade, the last fifth the last. */
export function shadeOf(timeMs: number, firstMs: number, lastMs: number): (typeof shades)[number] {
  const share = lastMs > firstMs ? (timeMs - firstMs) / (lastMs - firstMs) : 1;
  const index = Math.min(shades.length - 1, Math.max(0, Math.floor(share * shades.length)));
  return shades[index] ?? shades[0];
}
