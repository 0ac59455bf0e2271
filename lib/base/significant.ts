/** Rounding to significant digits, fast enough for every number of an answer. */

const powersOfTen = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));
/** The scaled value is off by less than 10⁻⁸; nearer to a half than this the decimal text decides. */
const tieMargin = 1e-6;

/** `Number(value.toPrecision(digits))` to the bit, for 1 to 9 digits; what is not finite stays as it is. */
export function roundToDigits(value: number, digits: number): number {
  if (!Number.isFinite(value)) return value;
  if (value === 0) return 0;
  const size = Math.abs(value);
  const decimals = digits - 1 - Math.floor(Math.log10(size));
  // Beyond this, powers of ten are not exact.
  if (decimals > 22 || decimals < -22) return Number(value.toPrecision(digits));
  const power = powersOfTen[Math.abs(decimals)] ?? 1;
  const scaled = decimals < 0 ? size / power : size * power;
  const integerPart = Math.floor(scaled);
  const rest = scaled - integerPart;
  if (Math.abs(rest - 0.5) < tieMargin) return Number(value.toPrecision(digits));
  const rounded = rest > 0.5 ? integerPart + 1 : integerPart;
  const result = decimals < 0 ? rounded * power : rounded / power;
  return value < 0 ? -result : result;
}

/**
 * Each number as `roundToDigits` gives it, null for what is not finite. Neighbours mostly have as many places, so these are
 * looked for only where the last number's do not fit: a third of the time, and every number of every answer passes here.
 */
export function roundColumn(values: Float64Array, digits: number): (number | null)[] {
  // Made in its full length: to grow, one by one, takes as long as to round.
  const column: (number | null)[] = [];
  column.length = values.length;
  const [minScaled, maxScaled] = [powersOfTen[digits - 1] ?? Number.NaN, powersOfTen[digits] ?? Number.NaN];
  let decimals = digits - 1;
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? Number.NaN;
    if (value === 0) {
      column[index] = 0;
      continue;
    }
    const size = Math.abs(value);
    let power = powersOfTen[decimals] ?? Number.NaN;
    let scaled = size * power;
    if (!(scaled >= minScaled && scaled < maxScaled)) {
      decimals = decimalsFrom(decimals, size, { minScaled, maxScaled });
      power = powersOfTen[decimals] ?? Number.NaN;
      scaled = size * power;
    }
    // Rounded by adding a half, not by asking for it: every other number lies above one, and no processor foretells which.
    const roundedUp = scaled + 0.5;
    const integerPart = Math.floor(roundedUp);
    const rest = roundedUp - integerPart;
    if (!(scaled >= minScaled && scaled < maxScaled) || rest < tieMargin || rest > 1 - tieMargin) {
      column[index] = Number.isFinite(value) ? roundToDigits(value, digits) : null;
    } else {
      const result = integerPart / power;
      column[index] = value < 0 ? -result : result;
    }
  }
  return column;
}

/** How many places bring a size between `least` and `most`, looked for from `near` on; the next best where none does. */
function decimalsFrom(
  near: number,
  size: number,
  { minScaled, maxScaled }: { readonly minScaled: number; readonly maxScaled: number },
): number {
  let decimals = near;
  while (decimals > 0 && size * (powersOfTen[decimals] ?? Number.NaN) >= maxScaled) decimals -= 1;
  while (decimals < powersOfTen.length - 1 && size * (powersOfTen[decimals] ?? Number.NaN) < minScaled)
    decimals += 1;
  return decimals;
}
