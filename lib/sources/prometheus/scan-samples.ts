/**
 * The fast way through a range answer: samples are read from its bytes straight into a typed array, and only what stands
 * around them is left for JSON.parse. Prometheus and its relatives write samples without blanks, `[[time,"value"],…]`;
 * anything else is "not scanned" and read the slow way, so this never decides that an answer is bad.
 *
 * Runs in the decoder's worker, which gets it as text: it may use nothing from outside itself but the language and Buffer.
 */

export interface ScannedRange {
  /** The answer with `[row]` in place of each list of samples, row counting from 0. */
  readonly skeleton: string;
  /** `pointCount` values for each list of samples. */
  readonly values: Float64Array<ArrayBuffer>;
  readonly rowCount: number;
}

export interface ScannedGrid {
  readonly startMs: number;
  readonly stepMs: number;
  readonly pointCount: number;
  readonly maxCells: number;
}

/** Undefined when anything in the samples is not as expected. Values equal `Number(text)` bit for bit; NaN where not finite. */
// oxlint-disable-next-line max-lines-per-function, complexity -- its text travels to the worker, and calls would cost half its speed
export function scanRange(body: Uint8Array, grid: ScannedGrid): ScannedRange | undefined {
  const { startMs, stepMs, pointCount, maxCells } = grid;
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const begin = '"values":[[';
  /** `[1790812815,"1"],` */
  const shortestSample = 17;
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const lastFour = body.byteLength - 4;
  const powers = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));
  /** As JavaScript reads it; undefined for escapes, control characters and what is not ASCII. */
  const readPlainly = (from: number, to: number): number | undefined => {
    const text = bytes.toString("latin1", from, to);
    if (!/^[ !#-[\]-~]+$/.test(text)) return undefined;
    const number = /\d$/.test(text) ? Number(text) : NaN;
    return Number.isFinite(number) ? number : NaN;
  };

  /** How the time of each point was written where that took twelve bytes with what follows it, as it mostly does. */
  const spelt = new Int32Array(3 * pointCount);
  const isSpelt = new Uint8Array(pointCount);

  const pieces: string[] = [];
  let values = new Float64Array(0);
  let rowCount = 0;
  /**
   * Rows there may be if those to come are as long as those before, or as the next: room that is made at once is neither copied
   * nor left to the garbage collector. More than the shortest samples fill is not believed.
   */
  const rowsExpected = (found: number): number => {
    const next = rowCount > 0 ? found : bytes.indexOf(begin, found + begin.length, "latin1");
    if (next < 0) return 1;
    const rowBytes = (next - firstFound) / Math.max(1, rowCount);
    const rows = Math.ceil(((bytes.length - found) / rowBytes) * 1.05) + 1;
    const fullRows = Math.ceil((bytes.length - found) / (shortestSample * pointCount));
    return Math.ceil(Math.max(rowCount + Math.min(rows, fullRows), rowCount * 1.25));
  };
  let copied = 0;
  let firstFound = 0;
  for (;;) {
    const found = bytes.indexOf(begin, copied, "latin1");
    if (found < 0) break;
    if (rowCount === 0) firstFound = found;
    pieces.push(bytes.toString("utf8", copied, found + begin.length - 1), `${rowCount}]`);
    const offset = rowCount * pointCount;
    if (offset + pointCount > maxCells) return undefined;
    if (offset + pointCount > values.length) {
      const larger = new Float64Array(Math.min(maxCells, rowsExpected(found) * pointCount));
      larger.set(values);
      values = larger.fill(NaN, offset);
    }
    let at = found + begin.length;
    let index = -1;
    for (;;) {
      const next = 3 * (index + 1);
      if (
        // The rows of an answer have the same times: once spelt, they are compared.
        isSpelt[index + 1] === 1 &&
        at + 8 <= lastFour &&
        view.getInt32(at, true) === spelt[next] &&
        view.getInt32(at + 4, true) === spelt[next + 1] &&
        view.getInt32(at + 8, true) === spelt[next + 2]
      ) {
        index += 1;
        at += 12;
      } else {
        // The time: 1790812815 or 1790812815.25, in whole milliseconds.
        let byte = bytes[at] ?? 0;
        const timeFrom = at;
        let upper = 0;
        let lower = 0;
        if (byte === 48) return undefined;
        while (byte >= 48 && byte <= 57) {
          // Sums of whole 32-bit numbers are several times as fast as those of doubles.
          if (at < timeFrom + 4) upper = (upper * 10 + byte - 48) | 0;
          else lower = (lower * 10 + byte - 48) | 0;
          byte = bytes[++at] ?? 0;
        }
        const timeDigits = at - timeFrom;
        if (timeDigits === 0 || timeDigits > 12) return undefined;
        let timeMs = (timeDigits <= 4 ? upper : upper * (powers[timeDigits - 4] ?? NaN) + lower) * 1_000;
        if (byte === 46) {
          let unitMs = 100;
          byte = bytes[++at] ?? 0;
          if (byte < 48 || byte > 57) return undefined;
          while (byte >= 48 && byte <= 57) {
            if (unitMs < 1) return undefined;
            timeMs += (byte - 48) * unitMs;
            unitMs /= 10;
            byte = bytes[++at] ?? 0;
          }
        }
        index = (timeMs - startMs) / stepMs;
        if (!Number.isInteger(index) || index < 0 || index >= pointCount) return undefined;
        if (byte !== 44 || bytes[at + 1] !== 34) return undefined;
        at += 2;
        if (at - timeFrom === 12) {
          isSpelt[index] = 1;
          for (let part = 0; part < 3; part += 1)
            spelt[3 * index + part] = view.getInt32(timeFrom + 4 * part, true);
        }
      }

      // The value: its digits as two whole numbers, nine in each, over a power of ten that a double holds exactly.
      const valueFrom = at;
      let byte = bytes[at] ?? 0;
      const isNegative = byte === 45;
      if (isNegative) byte = bytes[++at] ?? 0;
      const firstDigit = at;
      let head = 0;
      let tail = 0;
      let tailDigits = 0;
      while (byte >= 48 && byte <= 57) {
        if (head < 100_000_000) head = (head * 10 + byte - 48) | 0;
        else if (++tailDigits <= 9) tail = (tail * 10 + byte - 48) | 0;
        byte = bytes[++at] ?? 0;
      }
      let isPlain = at > firstDigit;
      let decimals = 0;
      if (byte === 46) {
        const point = at;
        at += 1;
        // Four digits at once, as long as all four are digits.
        while (at <= lastFour && tailDigits <= 5) {
          const isHead = head < 100_000 && tailDigits === 0;
          if (!isHead && head < 100_000_000) {
            byte = bytes[at] ?? 0;
            if (byte < 48 || byte > 57) break;
            head = (head * 10 + byte - 48) | 0;
            at += 1;
            continue;
          }
          const four = view.getInt32(at, true) ^ 0x30303030;
          if ((((four + 0x76767676) | four) & 0x80808080) !== 0) break;
          const pairs = four * 10 + (four >> 8);
          const number = ((pairs & 255) * 100 + ((pairs >> 16) & 255)) | 0;
          if (isHead) head = (head * 10_000 + number) | 0;
          else {
            tail = (tail * 10_000 + number) | 0;
            tailDigits += 4;
          }
          at += 4;
        }
        byte = bytes[at] ?? 0;
        while (byte >= 48 && byte <= 57) {
          if (head < 100_000_000 && tailDigits === 0) head = (head * 10 + byte - 48) | 0;
          else if (++tailDigits <= 9) tail = (tail * 10 + byte - 48) | 0;
          byte = bytes[++at] ?? 0;
        }
        decimals = at - point - 1;
        isPlain &&= decimals > 0;
      }
      // Always a double, beside whether it is one: a number or undefined would be an object of its own for each sample.
      let value = 0;
      let isRead = false;
      if (byte === 34 && isPlain && tailDigits <= 9 && decimals <= 22) {
        // A head of 30 bits times at most 10⁹ fits into a double: 10⁹ is 2⁹ × 21 bits.
        const scaled = head * (powers[tailDigits] ?? NaN);
        const whole = scaled + tail;
        const divisor = powers[decimals] ?? NaN;
        value = whole / divisor;
        isRead = true;
        if (whole > 9_007_199_254_740_992) {
          // The quotient with its remainder (Dekker) rounds as `Number` does; next to a tie `Number` itself decides.
          const splitQuotient = value * 134_217_729;
          const quotientHigh = splitQuotient - (splitQuotient - value);
          const quotientLow = value - quotientHigh;
          const splitDivisor = divisor * 134_217_729;
          const divisorHigh = splitDivisor - (splitDivisor - divisor);
          const divisorLow = divisor - divisorHigh;
          const product = value * divisor;
          const productLow =
            quotientLow * divisorLow -
            (product - quotientHigh * divisorHigh - quotientLow * divisorHigh - quotientHigh * divisorLow);
          const correction = (whole - product - productLow + (tail - (whole - scaled))) / divisor;
          const doubt = correction * 2 ** -45;
          const low = value + (correction - doubt);
          isRead = low === value + (correction + doubt);
          value = low;
        }
        if (isNegative) value = -value;
      }
      if (!isRead) {
        at = bytes.indexOf(34, valueFrom);
        if (at < 0) return undefined;
        const plain = readPlainly(valueFrom, at);
        if (plain === undefined) return undefined;
        value = plain;
      }
      values[offset + index] = value;
      if (bytes[at + 1] !== 93) return undefined;
      const after = bytes[at + 2];
      if (after === 93) break;
      if (after !== 44 || bytes[at + 3] !== 91) return undefined;
      at += 4;
    }
    rowCount += 1;
    copied = at + 3;
  }
  pieces.push(bytes.toString("utf8", copied, bytes.length));
  const used = rowCount * pointCount;
  // Little more room than is used is kept: a copy would cost more.
  const isSnug = used * 1.25 >= values.length;
  return {
    skeleton: pieces.join(""),
    values: isSnug ? values.subarray(0, used) : values.slice(0, used),
    rowCount,
  };
}
