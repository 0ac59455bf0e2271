import fc from "fast-check";
import { expect, test } from "vitest";
import { roundColumn, roundToDigits } from "./significant";

const value = fc.oneof(
  fc.double(),
  fc.double({ min: -1e6, max: 1e6, noNaN: true }),
  // Exact ties in the last digit, and powers of ten with their neighbours.
  fc
    .tuple(fc.integer({ min: 0, max: 1e8 }), fc.nat(12))
    .map(([integerPart, decimals]) => (integerPart + 0.5) / 10 ** decimals),
  fc
    .tuple(fc.integer({ min: -30, max: 30 }), fc.integer({ min: -3, max: 3 }))
    .map(([exponent, epsilons]) => Number(`1e${exponent}`) * (1 + epsilons * Number.EPSILON)),
);

test("rounds a number as its decimal text would be rounded", () => {
  fc.assert(
    fc.property(value, fc.integer({ min: 1, max: 9 }), (number, digits) => {
      expect(roundToDigits(number, digits)).toBe(Number(number.toPrecision(digits)));
    }),
    { numRuns: 5_000 },
  );
});

test("rounds each number of a column independently of its neighbours", () => {
  fc.assert(
    fc.property(fc.array(value, { maxLength: 30 }), fc.integer({ min: 1, max: 9 }), (numbers, digits) => {
      const expected = numbers.map((number) =>
        Number.isFinite(number) ? roundToDigits(number, digits) : null,
      );
      expect(roundColumn(Float64Array.from(numbers), digits)).toEqual(expected);
    }),
    { numRuns: 3_000 },
  );
});
