/** Rounding to significant digits, fast enough for every number of an answer. */

const powers = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));
/** The scaled value is off by less than 10⁻⁸; nearer to a half than this the decimal text decides. */
const doubtful = 1e-6;

/** `Number(value.toPrecision(digits))` to the bit, for 1 to 9 digits; what is not finite stays as it is. */
export function roundToDigits(value: number, digits: number): number {
  if (!Number.isFinite(value)) return value;
  if (value === 0) return 0;
  const size = Math.abs(value);
  const places = digits - 1 - Math.floor(Math.log10(size));
  // Beyond this, powers of ten are not exact.
  if (places > 22 || places < -22) return Number(value.toPrecision(digits));
  const power = powers[Math.abs(places)] ?? 1;
  const scaled = places < 0 ? size / power : size * power;
  const whole = Math.floor(scaled);
  const rest = scaled - whole;
  if (Math.abs(rest - 0.5) < doubtful) return Number(value.toPrecision(digits));
  const rounded = rest > 0.5 ? whole + 1 : whole;
  const result = places < 0 ? rounded * power : rounded / power;
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
  const [least, most] = [powers[digits - 1] ?? Number.NaN, powers[digits] ?? Number.NaN];
  let places = digits - 1;
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? Number.NaN;
    if (value === 0) {
      column[index] = 0;
      continue;
    }
    const size = Math.abs(value);
    let power = powers[places] ?? Number.NaN;
    let scaled = size * power;
    if (!(scaled >= least && scaled < most)) {
      places = placesFrom(places, size, { least, most });
      power = powers[places] ?? Number.NaN;
      scaled = size * power;
    }
    // Rounded by adding a half, not by asking for it: every other number lies above one, and no processor foretells which.
    const up = scaled + 0.5;
    const whole = Math.floor(up);
    const rest = up - whole;
    if (!(scaled >= least && scaled < most) || rest < doubtful || rest > 1 - doubtful) {
      column[index] = Number.isFinite(value) ? roundToDigits(value, digits) : null;
    } else {
      const result = whole / power;
      column[index] = value < 0 ? -result : result;
    }
  }
  return column;
}

/** How many places bring a size between `least` and `most`, looked for from `near` on; the next best where none does. */
function placesFrom(
  near: number,
  size: number,
  { least, most }: { readonly least: number; readonly most: number },
): number {
  let places = near;
  while (places > 0 && size * (powers[places] ?? Number.NaN) >= most) places -= 1;
  while (places < powers.length - 1 && size * (powers[places] ?? Number.NaN) < least) places += 1;
  return places;
}
