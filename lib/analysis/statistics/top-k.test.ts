import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { topK, type LabelledSeries } from "./top-k";

const none = Number.NaN;

function series(label: string, ...values: number[]): LabelledSeries {
  return { label, values: Float64Array.from(values) };
}

const names = (top: ReturnType<typeof topK>): readonly string[] => top.named.map((one) => one.series.label);

describe("selection", () => {
  test("orders by highest mean over present points; equal means by label; sums the rest", () => {
    const top = topK(
      [series("d", 1, 1), series("b", 4, 6), series("a", none, 5), series("c", 9, 0)],
      2,
      "sum",
    );
    expect(names(top)).toEqual(["a", "b"]);
    expect(top.named[0]?.mean).toBe(5);
    expect(top).toMatchObject({ total: 4, empty: 0 });
    expect(top.rest).toEqual({ count: 2, sum: Float64Array.of(10, 1) });
  });

  test("a point where all of the rest are missing stays missing, a single value is the sum", () => {
    const top = topK([series("a", 9, 9, 9), series("b", 1, none, none), series("c", 2, 3, none)], 1, "sum");
    expect(top.rest).toEqual({ count: 2, sum: Float64Array.of(3, 3, none) });
  });

  test("counts series without a value separately", () => {
    const top = topK([series("a", none), series("b", 2), series("c", Number.POSITIVE_INFINITY)], 5, "sum");
    expect(names(top)).toEqual(["b"]);
    expect(top).toMatchObject({ total: 1, empty: 2, rest: null });
  });

  test("does not sum values that are not additive", () => {
    expect(topK([series("a", 2), series("b", 1)], 1, "leave").rest).toBeNull();
  });

  test("accepts no series and k = 0", () => {
    expect(topK([], 3, "sum")).toEqual({ named: [], total: 0, empty: 0, rest: null });
    expect(topK([series("a", 2), series("b", 1)], 0, "sum").rest?.sum).toEqual(Float64Array.of(3));
  });

  test("columns of different grids are an error of the caller", () => {
    expect(() => topK([series("a", 1), series("b", 1, 2)], 1, "sum")).toThrow("one grid");
  });
});

test("50 of 20,000 series of 360 points: the fifty largest, and a rest with all others", () => {
  const many = Array.from({ length: 20_000 }, (_, index) => ({
    label: `pod-${index}`,
    // 7,919 is prime to 20,000: every level once, in mixed order.
    values: new Float64Array(360).fill((index * 7919) % 20_000),
  }));
  const top = topK(many, 50, "sum");
  expect(top.total).toBe(20_000);
  expect(top.named.map((one) => one.mean)).toEqual(Array.from({ length: 50 }, (_, index) => 19_999 - index));
  // 0 + 1 + … + 19,949.
  expect(top.rest).toEqual({ count: 19_950, sum: new Float64Array(360).fill((19_949 * 19_950) / 2) });
});

const value = fc.oneof(fc.integer({ min: -1000, max: 1000 }), fc.constant(Number.NaN));
const drawn = fc
  .array(fc.array(value, { minLength: 4, maxLength: 4 }), { maxLength: 30 })
  .map((columns) => columns.map((column, index) => series(`s${index}`, ...column)));

test("named series and rest add up to the total, regardless of the order", () => {
  fc.assert(
    fc.property(drawn, fc.nat(10), (columns, k) => {
      const top = topK(columns, k, "sum");
      expect(names(topK(columns.toReversed(), k, "sum"))).toEqual(names(top));
      expect(top.named.length + (top.rest?.count ?? 0)).toBe(top.total);
      expect(top.total + top.empty).toBe(columns.length);
      for (let point = 0; point < 4; point += 1) {
        const sum = (values: readonly Float64Array[]): number =>
          values.reduce((total, column) => total + (Number.isFinite(column[point]) ? column[point]! : 0), 0);
        const parts = [...top.named.map((one) => one.series.values), ...(top.rest ? [top.rest.sum] : [])];
        expect(sum(parts)).toBe(sum(columns.map((one) => one.values)));
      }
    }),
  );
});
