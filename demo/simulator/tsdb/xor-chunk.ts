/**
 * Encodes samples as Prometheus's XOR chunk (Gorilla): timestamps as differences of differences, values as the bits in
 * which they differ from the previous value.
 */

/** Writes bits, the most significant first. */
class BitWriter {
  #bytes: Uint8Array;
  #bitCount = 0;

  constructor(maxBytes: number) {
    this.#bytes = new Uint8Array(maxBytes);
  }

  /** Writes the lowest `count` bits of `value`, at most 32. */
  bits(value: number, count: number): void {
    let left = count;
    while (left > 0) {
      const free = 8 - (this.#bitCount & 7);
      const taken = Math.min(free, left);
      const part = (value >>> (left - taken)) & ((1 << taken) - 1);
      const at = this.#bitCount >>> 3;
      this.#bytes[at] = (this.#bytes[at] ?? 0) | (part << (free - taken));
      this.#bitCount += taken;
      left -= taken;
    }
  }

  /** Writes a non-negative integer as bytes of seven bits, the lowest first. */
  uvarint(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.bits((rest % 0x80) + 0x80, 8);
      rest = Math.floor(rest / 0x80);
    }
    this.bits(rest, 8);
  }

  bytes(): Uint8Array {
    return this.#bytes.slice(0, (this.#bitCount + 7) >>> 3);
  }
}

// A sample has at most 4 + 64 bits for its time and 2 + 5 + 6 + 64 bits for its value.
const maxSampleBytes = 19;
/** Prefix and width of each class of timestamp differences. */
const timeClasses = [
  { prefix: 0b10, prefixBits: 2, bits: 14 },
  { prefix: 0b110, prefixBits: 3, bits: 17 },
  { prefix: 0b1110, prefixBits: 4, bits: 20 },
] as const;

const double = new DataView(new ArrayBuffer(8));

/**
 * Returns the chunk of the samples from `startIndex` to `endIndex`, exclusive. Times are in milliseconds, ascending.
 */
export function encodeXorChunk(
  timesMs: ArrayLike<number>,
  values: ArrayLike<number>,
  startIndex: number,
  endIndex: number,
): Uint8Array {
  const writer = new BitWriter(16 + (endIndex - startIndex) * maxSampleBytes);
  writer.bits(endIndex - startIndex, 16);
  let time = timesMs[startIndex] ?? 0;
  // Zigzag of a positive time.
  writer.uvarint(2 * time);
  double.setFloat64(0, values[startIndex] ?? 0);
  let [high, low] = [double.getUint32(0), double.getUint32(4)];
  writer.bits(high, 32);
  writer.bits(low, 32);
  let delta = 0;
  let leading = 64;
  let trailing = 64;
  for (let index = startIndex + 1; index < endIndex; index += 1) {
    const nextTime = timesMs[index] ?? 0;
    const nextDelta = nextTime - time;
    if (index === startIndex + 1) writer.uvarint(nextDelta);
    else writeTimeChange(writer, nextDelta - delta);
    [time, delta] = [nextTime, nextDelta];

    double.setFloat64(0, values[index] ?? 0);
    const [nextHigh, nextLow] = [double.getUint32(0), double.getUint32(4)];
    const [highChange, lowChange] = [(high ^ nextHigh) >>> 0, (low ^ nextLow) >>> 0];
    [high, low] = [nextHigh, nextLow];
    if (highChange === 0 && lowChange === 0) {
      writer.bits(0, 1);
      continue;
    }
    // Five bits hold the number of leading zeros.
    const zerosBefore = Math.min(31, highChange === 0 ? 32 + Math.clz32(lowChange) : Math.clz32(highChange));
    const zerosAfter = lowChange === 0 ? 32 + trailingZeros(highChange) : trailingZeros(lowChange);
    if (zerosBefore >= leading && zerosAfter >= trailing) writer.bits(0b10, 2);
    else {
      [leading, trailing] = [zerosBefore, zerosAfter];
      writer.bits(0b11, 2);
      writer.bits(leading, 5);
      // 64 is written as 0.
      writer.bits((64 - leading - trailing) & 63, 6);
    }
    writeMiddleBits(writer, { high: highChange, low: lowChange }, leading, trailing);
  }
  return writer.bytes();
}

function writeTimeChange(writer: BitWriter, change: number): void {
  if (change === 0) return writer.bits(0, 1);
  for (const { prefix, prefixBits, bits } of timeClasses) {
    const limit = 2 ** (bits - 1);
    if (change <= -limit || change > limit) continue;
    writer.bits(prefix, prefixBits);
    return writer.bits(change, bits);
  }
  writer.bits(0b1111, 4);
  writer.bits(Math.floor(change / 2 ** 32), 32);
  writer.bits(change, 32);
}

interface Bits64 {
  readonly high: number;
  readonly low: number;
}

/** Writes the 64 bits without the given numbers of leading and trailing bits. */
function writeMiddleBits(writer: BitWriter, { high, low }: Bits64, leading: number, trailing: number): void {
  if (trailing >= 32) return writer.bits(high >>> (trailing - 32), 64 - leading - trailing);
  writer.bits(high, 32 - leading);
  writer.bits(low >>> trailing, 32 - trailing);
}

function trailingZeros(value: number): number {
  return 31 - Math.clz32(value & -value);
}
