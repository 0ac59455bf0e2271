/** Rounding to significant digits, fast enough for every number of an answer. */

const powersOfTen = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));
/** Distance from a tie within which the decimal text decides. The error of the scaled value is below 10⁻⁸. */
const tieMargin = 1e-6;

/**
 * Returns exactly `Number(value.toPrecision(digits))`, for 1 to 9 digits. Values that are not finite are returned
 * unchanged.
 */
export function roundToDigits(value: number, digits: number): number {
  if (!Number.isFinite(value)) return value;
  if (value === 0) return 0;
  const size = Math.abs(value);
  const decimals = digits - 1 - Math.floor(Math.log10(size));
  // Larger powers of ten are not exact.
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
 * Rounds each value like `roundToDigits`; values that are not finite become null. The number of decimals is recomputed
 * only if the scaled value is out of range, because neighbouring values usually need equally many decimals. This takes
 * about a third of the time of `roundToDigits`, which matters because every number of every answer is rounded here.
 */
export function roundColumn(values: Float64Array, digits: number): (number | null)[] {
  // Allocated at full length, because growing the array one by one takes as long as the rounding.
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
    // Adds a half instead of branching on the fraction: half of the fractions are above 0.5, which the branch
    // predictor cannot learn.
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

/**
 * Returns the number of decimals that scales `size` into the range from `minScaled` to `maxScaled`, searching from
 * `near`. Returns the nearest possible number when none fits.
 */
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
