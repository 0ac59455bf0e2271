/** Samples of a range response, and its other text. */
export interface ScannedRange {
  /**
   * The response text in which `[row]` replaces each list of samples. `row` is the index of the list, starting at 0.
   */
  readonly textWithoutSamples: string;
  /** `pointCount` values for each list of samples. */
  readonly values: Float64Array<ArrayBuffer>;
  readonly rowCount: number;
}

/** Times of the expected samples, and the maximum number of values. */
export interface ScannedGrid {
  readonly startMs: number;
  readonly stepMs: number;
  readonly pointCount: number;
  readonly maxCells: number;
}

/**
 * Returns the samples of a range response, scanned from its bytes. Undefined if the format or a time differs from the
 * expected one, so that the caller must parse the response as JSON. Values equal `Number(text)` bit for bit; NaN if not
 * finite.
 */
// oxlint-disable-next-line max-lines-per-function, complexity -- calls would cost half its speed
export function scanRange(body: Uint8Array, grid: ScannedGrid): ScannedRange | undefined {
  const { startMs, stepMs, pointCount, maxCells } = grid;
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const begin = '"values":[[';
  /** `[1790812815,"1"],` */
  const shortestSample = 17;
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const lastFour = body.byteLength - 4;
  const powers = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));
  const inverses = powers.map((power) => 1 / power);
  /** Parses like JavaScript. Undefined for escapes, control characters and non-ASCII text. */
  const readPlainly = (from: number, to: number): number | undefined => {
    const text = bytes.toString("latin1", from, to);
    if (!/^[ !#-[\]-~]+$/.test(text)) return undefined;
    const number = /\d$/.test(text) ? Number(text) : NaN;
    return Number.isFinite(number) ? number : NaN;
  };

  /**
   * Text of each point's time, if it has twelve bytes including the separator, which is usual: stored as 8 and 4
   * bytes.
   */
  const timeTextHead = new Float64Array(pointCount).fill(NaN);
  const timeTextTail = new Int32Array(pointCount);
  /**
   * Cache of value texts and their numbers: rates of integers repeat a few values. Each text has one slot: five words
   * of the text and what follows, a mask of the words that identify it (the first two suffice if they include its
   * end), and its length. An empty slot matches no text.
   */
  const slotCount = 1_024;
  const known = new Int32Array(slotCount * 8);
  const knownValues = new Float64Array(slotCount);
  /**
   * Budget for cache lookups: failed lookups reduce it, and at 0 the cache is no longer used. If few values repeat, the
   * lookup costs more than it saves.
   */
  let cacheBudget = 2_000;

  const pieces: string[] = [];
  let values = new Float64Array(0);
  let rowCount = 0;
  /**
   * Estimates the number of rows from the length of the rows so far, or of the next. Allocating once avoids copies
   * and garbage collection. The estimate is limited by the shortest possible samples.
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
      if (
        // All rows of a response have the same times, so cached text is compared.
        at + 8 <= lastFour &&
        view.getFloat64(at, true) === timeTextHead[index + 1] &&
        view.getInt32(at + 8, true) === timeTextTail[index + 1]
      ) {
        index += 1;
        at += 12;
      } else {
        // The time: 1790812815 or 1790812815.25, as an integer number of milliseconds.
        let byte = bytes[at] ?? 0;
        const timeFrom = at;
        let upper = 0;
        let lower = 0;
        if (byte === 48) return undefined;
        while (byte >= 48 && byte <= 57) {
          // 32-bit integer sums are several times faster than sums of doubles.
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
          timeTextHead[index] = view.getFloat64(timeFrom, true);
          timeTextTail[index] = view.getInt32(timeFrom + 8, true);
        }
      }

      const valueFrom = at;
      // Always a double: a value that may be undefined would allocate an object per sample.
      let value = 0;
      const mayBeKnown = cacheBudget > 0 && at + 16 <= lastFour;
      const first = mayBeKnown ? view.getInt32(at, true) : 0;
      const second = mayBeKnown ? view.getInt32(at + 4, true) : 0;
      const slot = Math.imul(first ^ Math.imul(second, 0x9e_37_79_b1), 0x85_eb_ca_6b) >>> 22;
      const from = slot * 8;
      if (
        mayBeKnown &&
        ((first ^ (known[from] ?? 0)) |
          (second ^ (known[from + 1] ?? 0)) |
          (((view.getInt32(at + 8, true) ^ (known[from + 2] ?? 0)) |
            (view.getInt32(at + 12, true) ^ (known[from + 3] ?? 0)) |
            (view.getInt32(at + 16, true) ^ (known[from + 4] ?? 0))) &
            (known[from + 5] ?? 0))) ===
          0
      ) {
        value = knownValues[slot] ?? NaN;
        at += known[from + 6] ?? 0;
        cacheBudget += 2;
      } else {
        // Parses the integer digits, then sixteen decimals at once, however many there are: a branch per digit would
        // cost more, because branch prediction fails.
        let byte = bytes[at] ?? 0;
        const isNegative = byte === 45;
        if (isNegative) byte = bytes[++at] ?? 0;
        const firstDigit = at;
        let units = 0;
        while (byte >= 48 && byte <= 57 && units < 100_000_000) {
          units = (units * 10 + byte - 48) | 0;
          byte = bytes[++at] ?? 0;
        }
        value = units;
        while (byte >= 48 && byte <= 57) {
          value = value * 10 + byte - 48;
          byte = bytes[++at] ?? 0;
        }
        let isRead = at > firstDigit && value <= 9_007_199_254_740_991;
        if (byte === 46 && at + 13 <= lastFour) {
          at += 1;
          const one = view.getInt32(at, true) ^ 0x30_30_30_30;
          const two = view.getInt32(at + 4, true) ^ 0x30_30_30_30;
          const three = view.getInt32(at + 8, true) ^ 0x30_30_30_30;
          const four = view.getInt32(at + 12, true) ^ 0x30_30_30_30;
          // The lowest set bit marks the first byte that is not a digit. The mask keeps all bits below it.
          const oneEnd = ((one + 0x76_76_76_76) | one) & 0x80_80_80_80;
          const twoEnd = ((two + 0x76_76_76_76) | two) & 0x80_80_80_80;
          const threeEnd = ((three + 0x76_76_76_76) | three) & 0x80_80_80_80;
          const fourEnd = ((four + 0x76_76_76_76) | four) & 0x80_80_80_80;
          const oneMask = (((oneEnd & (0 - oneEnd)) >>> 7) - 1) | 0;
          const twoMask = (((twoEnd & (0 - twoEnd)) >>> 7) - 1) & (oneMask >> 31);
          const threeMask = (((threeEnd & (0 - threeEnd)) >>> 7) - 1) & (twoMask >> 31);
          const fourMask = (((fourEnd & (0 - fourEnd)) >>> 7) - 1) & (threeMask >> 31);
          const bitsOver =
            Math.clz32(oneMask) + Math.clz32(twoMask) + Math.clz32(threeMask) + Math.clz32(fourMask);
          const digits = 16 - (bitsOver >> 3);
          const onePairs = Math.imul(one & oneMask, 10) + ((one & oneMask) >> 8);
          const twoPairs = Math.imul(two & twoMask, 10) + ((two & twoMask) >> 8);
          const threePairs = Math.imul(three & threeMask, 10) + ((three & threeMask) >> 8);
          const fourPairs = Math.imul(four & fourMask, 10) + ((four & fourMask) >> 8);
          const head =
            Math.imul(Math.imul(onePairs & 255, 100) + ((onePairs >> 16) & 255), 10_000) +
            Math.imul(twoPairs & 255, 100) +
            ((twoPairs >> 16) & 255);
          let tail =
            Math.imul(Math.imul(threePairs & 255, 100) + ((threePairs >> 16) & 255), 10_000) +
            Math.imul(fourPairs & 255, 100) +
            ((fourPairs >> 16) & 255);
          at += digits;
          byte = bytes[at] ?? 0;
          let more = 0;
          while (byte >= 48 && byte <= 57) {
            if (++more <= 6) tail = tail * 10 + byte - 48;
            byte = bytes[++at] ?? 0;
          }
          // Powers of ten up to 10²² are exact doubles. A head with as many digits as there are missing zeros keeps
          // the product exact.
          isRead &&= digits > 0 && more <= 6 && (more < 2 || head < (powers[9 - more] ?? NaN));
          const divisor = powers[16 + more] ?? NaN;
          const inverse = inverses[16 + more] ?? NaN;
          const scaled = head * (powers[8 + more] ?? NaN);
          const total = scaled + tail;
          const quotient = total * inverse;
          // Adds the remainder of the quotient (Dekker) and of the sum (Knuth), so that the result is rounded once,
          // like `Number`. Close to a tie, `Number` decides.
          const splitQuotient = quotient * 134_217_729;
          const quotientHigh = splitQuotient - (splitQuotient - quotient);
          const quotientLow = quotient - quotientHigh;
          const splitDivisor = divisor * 134_217_729;
          const divisorHigh = splitDivisor - (splitDivisor - divisor);
          const divisorLow = divisor - divisorHigh;
          const product = quotient * divisor;
          const productLow =
            quotientLow * divisorLow -
            (product - quotientHigh * divisorHigh - quotientLow * divisorHigh - quotientHigh * divisorLow);
          const rest = (total - product - productLow + (tail - (total - scaled))) * inverse;
          const near = value + quotient;
          const part = near - value;
          const lost = value - (near - part) + (quotient - part);
          const errorBound = near * 2 ** -95;
          value = near + (lost + (rest - errorBound));
          isRead &&= value === near + (lost + (rest + errorBound));
        }
        isRead &&= byte === 34;
        if (isNegative) value = -value;
        if (!isRead) {
          at = bytes.indexOf(34, valueFrom);
          if (at < 0) return undefined;
          const plain = readPlainly(valueFrom, at);
          if (plain === undefined) return undefined;
          value = plain;
        }
        const length = at - valueFrom;
        if (mayBeKnown && (length < 8 || (length >= 16 && length <= 19))) {
          for (let word = 0; word < 5; word += 1)
            known[from + word] = view.getInt32(valueFrom + 4 * word, true);
          known[from + 5] = length < 8 ? 0 : -1;
          known[from + 6] = length;
          knownValues[slot] = value;
        }
        cacheBudget -= 1;
      }
      values[offset + index] = value;
      if (at <= lastFour && view.getInt32(at, true) === 0x5b_2c_5d_22) {
        at += 4;
        continue;
      }
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
  // If most of the array is used, it is returned without a copy.
  const isNearlyFull = used * 1.25 >= values.length;
  return {
    textWithoutSamples: pieces.join(""),
    values: isNearlyFull ? values.subarray(0, used) : values.slice(0, used),
    rowCount,
  };
}
