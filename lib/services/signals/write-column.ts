/**
 * A column of numbers as JSON: answers are mostly columns, whose numbers have seven digits, and to find that out costs
 * JSON.stringify most of its time. What is not quickly told is left to it, so the text is always its own.
 */

/** Powers of ten that a double holds exactly. */
const powers = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));
/** Digits that are tried: those of an answer's numbers, then as many as make whole numbers that fit 32 bits. */
const [usualDigits, mostDigits] = [7, 9];
const [leastUsual, mostUsual, mostWhole] = [1e6, 1e7, 1e9];
/** JavaScript writes smaller numbers with an exponent. */
const leastPlain = 1e-6;
/** The longest number as text, "-1.2345678901234567e-300", with its comma. */
const longest = 25;
const [nullText, encoder] = [[110, 117, 108, 108], new TextEncoder()];
const [comma, point, minus, zero] = [44, 46, 45, 48];
const wholePowers = Int32Array.from({ length: 9 }, (_, exponent) => 10 ** exponent);
/** The bytes of "0000" to "9999", the first lowest. */
const fourDigits = Int32Array.from({ length: 10_000 }, (_, number) =>
  [1_000, 100, 10, 1].reduce(
    (all, unit, place) => all | ((zero + (Math.floor(number / unit) % 10)) << (8 * place)),
    0,
  ),
);

/** The bytes of "0000". */
const fourZeros = 0x30_30_30_30;

/** Bytes, and the same to be written in fours. */
export interface Sheet {
  readonly bytes: Uint8Array;
  readonly view: DataView;
}

export function sheetOf(bytes: Uint8Array): Sheet {
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
}

/** The most bytes that a column of `length` numbers takes. */
export function columnRoom(length: number): number {
  return 2 + length * longest;
}

/**
 * Writes `JSON.stringify(column)` in UTF-8 onto `sheet`, which has `columnRoom` from `from` on, and gives where it ended;
 * -1 when there is anything in it but numbers and null.
 */
export function writeColumn(column: readonly unknown[], sheet: Sheet, from: number): number {
  const { bytes } = sheet;
  let at = from;
  bytes[at++] = 91;
  // Neighbours mostly have as many decimals: found once.
  let places = 0;
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
    const isWhole = size < mostWhole && size === Math.floor(size);
    if (!isWhole && !fits(size, places)) places = placesOf(size, usualDigits);
    const decimals = isWhole ? 0 : places;
    const power = powers[decimals] ?? Number.NaN;
    const whole = isWhole ? size : Math.round(size * power);
    // A decimal of at most 15 digits that reads as this very number is the shortest, and what JavaScript writes.
    if (!(whole < mostUsual || isWhole) || whole / power !== size) at = writeLong(sheet, at, value);
    else {
      if (value < 0) bytes[at++] = minus;
      at = writeDecimal(sheet, at, whole | 0, decimals);
    }
  }
  bytes[at] = 93;
  return at + 1;
}

/** Whether a size with this many decimals has the usual number of digits. */
function fits(size: number, places: number): boolean {
  const scaled = size * (powers[places] ?? Number.NaN);
  return scaled >= leastUsual && scaled < mostUsual;
}

/** Writes a number of more digits than usual and gives where it ended. */
function writeLong(sheet: Sheet, from: number, value: number): number {
  const { bytes } = sheet;
  const size = value < 0 ? -value : value;
  if (!(size < mostWhole && size >= leastPlain)) return writeSlowly(bytes, from, value);
  const decimals = placesOf(size, mostDigits);
  const power = powers[decimals] ?? Number.NaN;
  const whole = Math.round(size * power);
  if (whole >= mostWhole || whole / power !== size) return writeSlowly(bytes, from, value);
  let at = from;
  if (value < 0) bytes[at++] = minus;
  return writeDecimal(sheet, at, whole | 0, decimals);
}

/** `whole` over ten to the power of `decimals`, without zeros at its end. */
function writeDecimal({ bytes, view }: Sheet, from: number, whole: number, decimals: number): number {
  if (decimals === 0 || decimals > 8) return writeByDigits(bytes, from, whole, decimals);
  const power = wholePowers[decimals] ?? 1;
  const units = (whole / power) | 0;
  let at = from;
  if (units < 10) bytes[at++] = zero + units;
  else at = writeByDigits(bytes, at, units, 0);
  bytes[at] = point;
  // Padded to eight digits, of which as many are kept as there are.
  const padded = Math.imul(whole - Math.imul(units, power), wholePowers[8 - decimals] ?? 1);
  const upper = (padded / 10_000) | 0;
  const high = fourDigits[upper] ?? 0;
  const low = fourDigits[padded - Math.imul(upper, 10_000)] ?? 0;
  view.setInt32(at + 1, high, true);
  view.setInt32(at + 5, low, true);
  // Zeros at the end, counted without asking each digit: no processor foretells how many there are.
  const lowZeros = Math.clz32(low ^ fourZeros) >> 3;
  const zeros = lowZeros + (lowZeros >> 2) * (Math.clz32(high ^ fourZeros) >> 3);
  return at + 9 - zeros - (zeros >> 3);
}

/** As `writeDecimal`, digit by digit: for any number of decimals. */
function writeByDigits(bytes: Uint8Array, from: number, whole: number, decimals: number): number {
  let [rest, places] = [whole, decimals];
  while (places > 0 && rest % 10 === 0) {
    rest = (rest / 10) | 0;
    places -= 1;
  }
  const length = Math.max(digitsOf(rest), places + 1) + (places > 0 ? 1 : 0);
  let at = from + length;
  for (let place = 0; place < places; place += 1) {
    const tenth = (rest / 10) | 0;
    bytes[--at] = zero + rest - tenth * 10;
    rest = tenth;
  }
  if (places > 0) bytes[--at] = point;
  do {
    const tenth = (rest / 10) | 0;
    bytes[--at] = zero + rest - tenth * 10;
    rest = tenth;
  } while (at > from);
  return from + length;
}

/** Of a whole number that fits 32 bits. */
function digitsOf(whole: number): number {
  let count = 1;
  for (let limit = 10; count < 10 && whole >= limit; limit *= 10) count += 1;
  return count;
}

/** As many decimals as make `digits` digits of a size below 10⁹; 0 for what cannot be told so. */
function placesOf(size: number, digits: number): number {
  if (!(size < mostWhole && size >= leastPlain)) return 0;
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
