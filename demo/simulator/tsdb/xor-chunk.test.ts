import fc from "fast-check";
import { expect, test } from "vitest";
import { encodeXorChunk } from "./xor-chunk";

/** Decodes an XOR chunk, written from the format's description and independent of the encoder. */
function decode(bytes: Uint8Array): { readonly times: number[]; readonly values: number[] } {
  let position = 0;
  const bits = (count: number): bigint => {
    let value = 0n;
    for (let index = 0; index < count; index += 1) {
      value = (value << 1n) | BigInt(((bytes[position >> 3] ?? 0) >> (7 - (position & 7))) & 1);
      position += 1;
    }
    return value;
  };
  const signed = (count: number): number => {
    const value = BigInt.asIntN(count, bits(count));
    // The range of a class excludes its lowest value and includes the positive limit.
    return Number(value === -(1n << BigInt(count - 1)) ? -value : value);
  };
  const uvarint = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = Number(bits(8));
      value += (byte % 128) * scale;
      if (byte < 128) return value;
    }
  };
  const timeChange = (): number => {
    if (bits(1) === 0n) return 0;
    if (bits(1) === 0n) return signed(14);
    if (bits(1) === 0n) return signed(17);
    if (bits(1) === 0n) return signed(20);
    return Number(BigInt.asIntN(64, bits(64)));
  };
  const double = (value: bigint): number => Number(new Float64Array(BigUint64Array.of(value).buffer)[0]);
  const count = Number(bits(16));
  const times = [uvarint() / 2];
  let value = bits(64);
  const values = [double(value)];
  let [delta, leading, trailing] = [0, 0, 0];
  for (let index = 1; index < count; index += 1) {
    delta = index === 1 ? uvarint() : delta + timeChange();
    times.push((times.at(-1) ?? 0) + delta);
    if (bits(1) === 1n) {
      if (bits(1) === 1n) {
        leading = Number(bits(5));
        trailing = 64 - leading - (Number(bits(6)) || 64);
      }
      value ^= bits(64 - leading - trailing) << BigInt(trailing);
    }
    values.push(double(value));
  }
  return { times, values };
}

const gap = fc.oneof(
  fc.constant(30_000),
  fc.integer({ min: 1, max: 40_000 }),
  fc.integer({ min: 1, max: 3_000_000 }),
  fc.integer({ min: 1, max: 2 ** 41 }),
);
const value = fc.oneof(
  fc.double(),
  fc.integer().map(Number),
  fc.constantFrom(0, 1, -0, Number.NaN, Number.POSITIVE_INFINITY, 2 ** -1_074),
);

test("returns the same samples after decoding, for any gaps and values", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(gap, value), { minLength: 1, maxLength: 120 }), (samples) => {
      let time = 1_700_000_000_000;
      const times = samples.map(([after]) => (time += after));
      const values = samples.map(([, each]) => each);
      const decoded = decode(encodeXorChunk(times, values, 0, values.length));
      expect(decoded.times).toEqual(times);
      expect(decoded.values).toEqual(values);
    }),
  );
});

test("each limit of a class of time differences is kept", () => {
  for (const bits of [14, 17, 20]) {
    for (const change of [2 ** (bits - 1), 2 ** (bits - 1) + 1, 1 - 2 ** (bits - 1), -(2 ** (bits - 1))]) {
      const first = 1_700_000_000_000;
      const times = [first, first + 2 ** 22, first + 2 ** 23 + change];
      expect(decode(encodeXorChunk(times, [1, 2, 3], 0, 3)).times).toEqual(times);
    }
  }
});

test("a constant value costs two bits per sample", () => {
  const times = Array.from({ length: 120 }, (_, index) => 1_700_000_000_000 + index * 30_000);
  expect(encodeXorChunk(times, new Float64Array(120).fill(7), 0, 120).length).toBeLessThan(20 + 120 / 4 + 1);
});
