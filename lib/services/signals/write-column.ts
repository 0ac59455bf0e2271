/**
 * Writes a column of numbers as JSON. Answers consist mostly of columns whose numbers have seven digits, and
 * JSON.stringify spends most of its time to find that out. Numbers that are not recognized quickly are left to
 * JSON.stringify, so the text is always identical.
 */

/** Powers of ten that a double represents exactly. */
const powers = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));
/** Numbers of digits that are tried: the usual number in answers, then the largest that fits 32 bits. */
const [usualDigits, maxDigits] = [7, 9];
const [minUsual, maxUsual, maxInteger] = [1e6, 1e7, 1e9];
/** Smallest number that JavaScript writes without an exponent. */
const minPlain = 1e-6;
/** Length of the longest number as text, "-1.2345678901234567e-300", plus a comma. */
const maxNumberBytes = 25;
const [nullText, encoder] = [[110, 117, 108, 108], new TextEncoder()];
const [comma, point, minus, zero] = [44, 46, 45, 48];
const integerPowers = Int32Array.from({ length: 9 }, (_, exponent) => 10 ** exponent);
/** Bytes of "0000" to "9999", with the first digit in the lowest byte. */
const fourDigits = Int32Array.from({ length: 10_000 }, (_, number) =>
  [1_000, 100, 10, 1].reduce(
    (bytesSoFar, unit, digitIndex) =>
      bytesSoFar | ((zero + (Math.floor(number / unit) % 10)) << (8 * digitIndex)),
    0,
  ),
);

/** Bytes of "0000". */
const fourZeros = 0x30_30_30_30;

/** Bytes, with a view for writing four at once. */
export interface ByteBuffer {
  readonly bytes: Uint8Array;
  readonly view: DataView;
}

/** Adds a view to the bytes, for writing several at once. */
export function createByteBuffer(bytes: Uint8Array): ByteBuffer {
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
}

/** Returns the maximum length in bytes of `numberCount` numbers as a JSON array. */
export function computeMaxColumnBytes(numberCount: number): number {
  return 2 + numberCount * maxNumberBytes;
}

/**
 * Writes `JSON.stringify(column)` in UTF-8 to `buffer`, which must have at least `computeMaxColumnBytes` bytes from `startByte` on. Returns the
 * end position, or -1 if the column contains anything except numbers and null.
 */
export function writeColumn(column: readonly unknown[], buffer: ByteBuffer, startByte: number): number {
  const { bytes } = buffer;
  let at = startByte;
  bytes[at++] = 91;
  // Neighbouring numbers usually have the same number of decimals, so it is reused.
  let fractionDigits = 0;
  for (let index = 0; index < column.length; index += 1) {
    if (index > 0) bytes[at++] = comma;
    const value = column[index];
    if (typeof value !== "number") {
      if (value !== null) return -1;
      bytes.set(nullText, at);
      at += 4;
      continue;
    }
    const size = value < 0 ? -value : value;
    const isInteger = size < maxInteger && size === Math.floor(size);
    if (!isInteger && !isUsualAmount(size, fractionDigits))
      fractionDigits = fractionDigitsOf(size, usualDigits);
    const decimals = isInteger ? 0 : fractionDigits;
    const power = powers[decimals] ?? Number.NaN;
    const integer = isInteger ? size : Math.round(size * power);
    // A decimal of at most 15 digits that parses to this number is the shortest, and is what JavaScript writes.
    if (!(integer < maxUsual || isInteger) || integer / power !== size) at = writeLong(buffer, at, value);
    else {
      if (value < 0) bytes[at++] = minus;
      at = writeDecimal(buffer, at, integer | 0, decimals);
    }
  }
  bytes[at] = 93;
  return at + 1;
}

/** Returns true if the size with this many decimals has the usual number of digits. */
function isUsualAmount(size: number, fractionDigits: number): boolean {
  const scaled = size * (powers[fractionDigits] ?? Number.NaN);
  return scaled >= minUsual && scaled < maxUsual;
}

/** Writes a number with more digits than usual. Returns the end position. */
function writeLong(buffer: ByteBuffer, from: number, value: number): number {
  const { bytes } = buffer;
  const size = value < 0 ? -value : value;
  if (!(size < maxInteger && size >= minPlain)) return writeSlowly(bytes, from, value);
  const decimals = fractionDigitsOf(size, maxDigits);
  const power = powers[decimals] ?? Number.NaN;
  const integer = Math.round(size * power);
  if (integer >= maxInteger || integer / power !== size) return writeSlowly(bytes, from, value);
  let at = from;
  if (value < 0) bytes[at++] = minus;
  return writeDecimal(buffer, at, integer | 0, decimals);
}

/** Writes `integer` divided by ten to the power of `decimals`, without trailing zeros. */
function writeDecimal({ bytes, view }: ByteBuffer, from: number, integer: number, decimals: number): number {
  if (decimals === 0 || decimals > 8) return writeByDigits(bytes, from, integer, decimals);
  const power = integerPowers[decimals] ?? 1;
  const units = (integer / power) | 0;
  let at = from;
  if (units < 10) bytes[at++] = zero + units;
  else at = writeByDigits(bytes, at, units, 0);
  bytes[at] = point;
  // Padded to eight digits, which are then truncated.
  const padded = Math.imul(integer - Math.imul(units, power), integerPowers[8 - decimals] ?? 1);
  const upper = (padded / 10_000) | 0;
  const high = fourDigits[upper] ?? 0;
  const low = fourDigits[padded - Math.imul(upper, 10_000)] ?? 0;
  view.setInt32(at + 1, high, true);
  view.setInt32(at + 5, low, true);
  // Counts trailing zeros without a branch per digit, because the branch predictor would fail.
  const lowZeros = Math.clz32(low ^ fourZeros) >> 3;
  const zeros = lowZeros + (lowZeros >> 2) * (Math.clz32(high ^ fourZeros) >> 3);
  return at + 9 - zeros - (zeros >> 3);
}

/** Writes the same text as `writeDecimal` digit by digit. It supports any number of decimals. */
function writeByDigits(bytes: Uint8Array, from: number, integer: number, decimals: number): number {
  let [rest, fractionDigits] = [integer, decimals];
  while (fractionDigits > 0 && rest % 10 === 0) {
    rest = (rest / 10) | 0;
    fractionDigits -= 1;
  }
  const length = Math.max(digitsOf(rest), fractionDigits + 1) + (fractionDigits > 0 ? 1 : 0);
  let at = from + length;
  for (let digitIndex = 0; digitIndex < fractionDigits; digitIndex += 1) {
    const tenth = (rest / 10) | 0;
    bytes[--at] = zero + rest - tenth * 10;
    rest = tenth;
  }
  if (fractionDigits > 0) bytes[--at] = point;
  do {
    const tenth = (rest / 10) | 0;
    bytes[--at] = zero + rest - tenth * 10;
    rest = tenth;
  } while (at > from);
  return from + length;
}

/** Number of digits of an integer that fits 32 bits. */
function digitsOf(integer: number): number {
  let count = 1;
  for (let limit = 10; count < 10 && integer >= limit; limit *= 10) count += 1;
  return count;
}

/** Returns the number of decimals that give `digits` digits for a size below 10⁹. Returns 0 for other sizes. */
function fractionDigitsOf(size: number, digits: number): number {
  if (!(size < maxInteger && size >= minPlain)) return 0;
  if (size >= 1) return Math.max(0, digits - digitsOf(Math.floor(size)));
  let zeros = 0;
  while (size * (powers[zeros + 1] ?? Number.NaN) < 1) zeros += 1;
  return digits + zeros;
}

function writeSlowly(bytes: Uint8Array, from: number, value: number): number {
  const text = encoder.encode(JSON.stringify(value));
  bytes.set(text, from);
  return from + text.length;
}
