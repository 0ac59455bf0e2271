import fc from "fast-check";
import { expect, test } from "vitest";
import { roundToDigits } from "@/lib/base/significant";
import { computeMaxColumnBytes, createByteBuffer, writeColumn } from "./write-column";

/** Writes after three other bytes, into exactly the required space. */
function text(column: readonly unknown[]): string | undefined {
  const bytes = new Uint8Array(3 + computeMaxColumnBytes(column.length));
  const end = writeColumn(column, createByteBuffer(bytes), 3);
  return end < 0 ? undefined : new TextDecoder().decode(bytes.subarray(3, end));
}

test("writes the same text as JSON.stringify", () => {
  const columns: readonly (readonly (number | null)[])[] = [
    [],
    [null],
    [0, -0, 1, -1, 10, 123_456_789, 999_999_999, 1e9, 1e21, 1e22],
    [0.1, 0.25, -0.5, 1.5, 1.1, 100.01, 0.000_001, 0.000_000_9, 1e-7, 1e-300, 5e-324],
    [0.1 + 0.2, Math.PI, 1 / 3, 2 / 3, 1.797_693_134_862_315_7e308, 123_456.789_012_3],
    [Number.NaN, Number.POSITIVE_INFINITY, null, 2],
    [0.999_999_999, 0.999_999_999_9, 9.999_999_999, 99_999_999.99, 0.099_999_999_99],
  ];
  for (const column of columns) expect(text(column)).toBe(JSON.stringify(column));
});

test("any number, and any number with seven digits", () => {
  const any = fc.oneof(fc.double(), fc.integer(), fc.constant(null));
  const sevenDigits = fc
    .double({ min: -1e12, max: 1e12, noNaN: true })
    .map((value) => roundToDigits(value, 7));
  const small = fc.double({ min: -1, max: 1, noNaN: true }).map((value) => roundToDigits(value, 7));
  fc.assert(
    fc.property(fc.array(fc.oneof(any, sevenDigits, small)), (column) => {
      expect(text(column)).toBe(JSON.stringify(column));
    }),
    { numRuns: 2_000 },
  );
});

test("decimals of every length and size", () => {
  const column: number[] = [];
  for (let exponent = -9; exponent <= 12; exponent += 1)
    for (let digits = 1; digits <= 12; digits += 1)
      for (const sign of [1, -1])
        column.push(sign * Number(`${"987654321987".slice(0, digits)}e${exponent}`));
  expect(text(column)).toBe(JSON.stringify(column));
});

test("rejects columns with anything except numbers and null", () => {
  for (const other of ["1", true, undefined, [1], {}]) expect(text([1, null, other, 2])).toBeUndefined();
});

test("fits the longest numbers", () => {
  const column = Array.from({ length: 50 }, () => -1.234_567_890_123_457e-300 / 3);
  expect(text(column)).toBe(JSON.stringify(column));
});
