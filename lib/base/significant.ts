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
