import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeResponseBody } from "./decode";
import type { DecodeRequest } from "./decoded-response";
import { makeMatrixBody } from "./fixtures";
import { scanRange } from "./scan-samples";

const startMs = 1_800_000_000_000;
const stepMs = 250;
const pointCount = 6;
const range: DecodeRequest = { kind: "range", startMs, stepMs, pointCount, maxSeries: 9, maxCells: 48 };
const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const oneSample = (text: string): string =>
  `{"status":"success","data":{"resultType":"matrix","result":[{"metric":{},"values":[[1800000000,"${text}"]]}]}}`;

function valueOf(text: string): number | undefined {
  return scanRange(bytes(oneSample(text)), { startMs, stepMs, pointCount, maxCells: 48 })?.values[0];
}

const digits = (maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength }).map((each) => each.join(""));
/** Decimals as Go writes them without an exponent, and slightly longer ones. */
const decimal = fc
  .record({ sign: fc.constantFrom("", "-"), integer: digits(19), zeros: fc.nat(12), fraction: digits(19) })
  .map(
    ({ sign, integer, zeros, fraction }) =>
      `${sign}${integer}${zeros > 9 ? "" : `.${"0".repeat(zeros)}${fraction}`}`,
  );
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map(String);
const ratio = fc
  .tuple(fc.nat(100_000), fc.integer({ min: 1, max: 100_000 }))
  .map(([over, under]) => String(over / under));

test("reads every decimal to the same bits as JavaScript", () => {
  fc.assert(
    fc.property(fc.oneof(decimal, number, ratio), (text) => {
      expect(valueOf(text)).toBe(Number(text));
    }),
    { numRuns: 3_000 },
  );
});

test("reads decimals near the midpoint of two doubles to the same bits", () => {
  const view = new DataView(new ArrayBuffer(8));
  fc.assert(
    fc.property(
      fc.double({ min: 1e-3, max: 1e15, noNaN: true }),
      fc.integer({ min: -2, max: 2 }),
      (low, offset) => {
        view.setFloat64(0, low);
        view.setBigUint64(0, view.getBigUint64(0) + 1n);
        const gap = view.getFloat64(0) - low;
        const decimals = Math.max(0, 16 - Math.ceil(Math.log10(low)));
        const middle = (low + gap / 2 + offset * 10 ** -decimals).toFixed(Math.min(20, decimals));
        expect(valueOf(middle)).toBe(Number(middle));
      },
    ),
    { numRuns: 2_000 },
  );
});

test("reads values that are not finite as NaN, and leaves invalid text to the slow path", () => {
  for (const text of ["NaN", "+Inf", "-Inf", "", "1e999", "5.", "0x"]) {
    const result = decodeResponseBody(bytes(oneSample(text)), range, scanRange);
    expect(result).toEqual(decodeResponseBody(bytes(oneSample(text)), range));
  }
  expect(valueOf("NaN")).toBeNaN();
  expect(valueOf("1e-7")).toBe(1e-7);
  for (const text of ["\\u0031", "\n1", "é"]) expect(valueOf(text)).toBeUndefined();
});

const label = fc.constantFrom("a", 'q"[[', '"values":[[1,"2"]]', "values", "é", "\\", "\u2028");
/** Full seconds are usually compared with cached text; fractions of a second never are. */
const rowsOf = (step: number) =>
  fc.array(
    fc.record({
      metric: fc.dictionary(fc.constantFrom("values", "le", "metric"), label, { maxKeys: 2 }),
      values: fc
        .uniqueArray(fc.integer({ min: -1, max: pointCount }), { maxLength: pointCount })
        .chain((at) =>
          fc.constantFrom(
            at,
            at.toSorted((left, right) => left - right),
          ),
        )
        .map((at) => at.map((index) => [startMs + index * step, String(index / 3)] as const)),
    }),
    { maxLength: 10 },
  );
const body = fc
  .constantFrom(stepMs, 15_000)
  .chain((step) =>
    fc.record({
      step: fc.constant(step),
      rows: rowsOf(step),
      cut: fc.nat(600),
      isCutShort: fc.nat(5).map((one) => one === 0),
      token: fc.constantFrom(
        "",
        "",
        "",
        " ",
        "0",
        "null",
        '"',
        "]",
        "\0".repeat(12),
        '"values":[[1800000000,"7"]],',
        '"values":[0],',
      ),
    }),
  )
  .map(({ step, rows, cut, isCutShort, token }) => {
    const text = makeMatrixBody(rows);
    if (isCutShort) return { step, text: text.slice(0, cut) };
    return { step, text: token === "" ? text : text.slice(0, cut) + token + text.slice(cut) };
  });

test("returns the same result on the fast and the slow path, for valid and invalid responses", () => {
  fc.assert(
    fc.property(body, ({ step, text }) => {
      const request = { ...range, stepMs: step };
      expect(decodeResponseBody(bytes(text), request, scanRange)).toEqual(
        decodeResponseBody(bytes(text), request),
      );
    }),
    { numRuns: 2_500 },
  );
});

test("reads many rows with the same times to the same bits", () => {
  const step = 15_000;
  fc.assert(
    fc.property(fc.array(fc.array(fc.oneof(decimal, number, ratio), { maxLength: pointCount })), (rows) => {
      const text = makeMatrixBody(
        rows.map((values) => ({
          metric: {},
          values: values.map((value, index) => [startMs + index * step, value] as const),
        })),
      );
      const scanned = scanRange(bytes(text), { startMs, stepMs: step, pointCount, maxCells: 10_000 });
      const full = rows.filter((values) => values.length > 0);
      const expected = full.flatMap((values) =>
        Array.from({ length: pointCount }, (_, index) => Number(values[index] ?? NaN)),
      );
      expect([...(scanned?.values ?? [])]).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});

/** Cached texts of all lengths and similar texts, with the same first 7, 8, 16 or 19 bytes. */
const alike = [
  "1",
  "12.5",
  "-12.75",
  "1234567",
  "1234568",
  "12345678",
  "12.345678",
  "NaN",
  "+Inf",
  "-1e-7",
].concat(
  ["1.4666666666666", "1.46666666666666", "1.466666666666666", "1.4666666666666666"],
  [
    "1.4666666666666668",
    "0.26666666666666666",
    "0.26666666666666672",
    "0.026666666666666672",
    "-0.0266666666666667",
  ],
);

test("reads repeated numbers the same as the first time", () => {
  const step = 15_000;
  const grid = { startMs, stepMs: step, pointCount: 40, maxCells: 100_000 };
  const cells = fc.array(fc.constantFrom(...alike), { minLength: 1, maxLength: grid.pointCount });
  fc.assert(
    fc.property(fc.array(cells, { minLength: 1, maxLength: 12 }), fc.boolean(), (rows, areManyBefore) => {
      // More unique numbers than the cache accepts, so that the cache is abandoned.
      const once = Array.from({ length: areManyBefore ? 60 : 0 }, (_, row) =>
        Array.from({ length: grid.pointCount }, (_unused, index) => String((row * 41 + index + 1) / 7)),
      );
      const allRows = [...once, ...rows];
      const text = makeMatrixBody(
        allRows.map((values) => ({
          metric: {},
          values: values.map((value, index) => [startMs + index * step, value] as const),
        })),
      );
      const expected = allRows.flatMap((values) =>
        Array.from({ length: grid.pointCount }, (_, index) => {
          const number = Number(values[index] ?? NaN);
          return Number.isFinite(number) ? number : NaN;
        }),
      );
      expect([...(scanRange(bytes(text), grid)?.values ?? [])]).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});

test("reads a plain response on the fast path", () => {
  const values = [[startMs + stepMs, "0.26666666666666666"]] as const;
  const scanned = scanRange(bytes(makeMatrixBody([{ metric: { le: "1" }, values }])), {
    startMs,
    stepMs,
    pointCount,
    maxCells: 48,
  });
  expect(scanned?.rowCount).toBe(1);
  expect(scanned?.textWithoutSamples).toContain('"values":[0]');
  expect([...(scanned?.values ?? [])]).toEqual([NaN, 0.26666666666666666, NaN, NaN, NaN, NaN]);
});
