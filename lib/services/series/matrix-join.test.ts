import fc from "fast-check";
import { expect, test } from "vitest";
import { gridEndMs, type Grid } from "@/lib/model/grid";
import { makeMatrix } from "./fixtures";
import { addRowKeys, clipGrid, compactMatrix, estimateMatrixBytes, joinMatrices } from "./matrix-join";

const startMs = 1_800_000_000_000;

/** A row with values between two times only, or none, with gaps. */
const rowLife = fc.record({
  fromIndex: fc.nat(60),
  toIndex: fc.nat(60),
  hole: fc.integer({ min: 2, max: 9 }),
});

const cases = fc.record({
  stepMs: fc.constantFrom(1_000, 5_000, 30_000, 3_600_000),
  pointCount: fc.integer({ min: 1, max: 60 }),
  cuts: fc.array(fc.nat(60), { maxLength: 3 }),
  rows: fc.array(rowLife, { maxLength: 5 }),
});

test("joins the pieces of a matrix, cut anywhere, to the same matrix", () => {
  fc.assert(
    fc.property(cases, ({ stepMs, pointCount, cuts, rows }) => {
      const grid: Grid = { startMs, stepMs, pointCount };
      const valueOf = (row: number, timeMs: number): number => {
        const index = (timeMs - startMs) / stepMs;
        const life = rows[row];
        const lives =
          life !== undefined && index >= life.fromIndex && index <= life.toIndex && index % life.hole !== 0;
        return lives ? row * 1_000 + index : NaN;
      };
      const edges = [...new Set([0, ...cuts.filter((cut) => cut < pointCount), pointCount])].sort(
        (a, b) => a - b,
      );
      const pieces = edges.slice(0, -1).map((from, index) => {
        const to = edges[index + 1] ?? pointCount;
        const piece = { startMs: startMs + from * stepMs, stepMs, pointCount: to - from };
        return addRowKeys(makeMatrix(piece, rows.length, valueOf));
      });
      expect(joinMatrices(grid, pieces).matrix).toEqual(makeMatrix(grid, rows.length, valueOf));
    }),
  );
});

test("keeps the points of a matrix that is cut to another range, and adds missing points as NaN", () => {
  fc.assert(
    fc.property(fc.integer({ min: -20, max: 20 }), fc.integer({ min: 1, max: 40 }), (shift, pointCount) => {
      const own: Grid = { startMs, stepMs: 1_000, pointCount: 10 };
      const wanted: Grid = { startMs: startMs + shift * 1_000, stepMs: 1_000, pointCount };
      const isInside = (timeMs: number): boolean => timeMs >= startMs && timeMs <= gridEndMs(own);
      const full = addRowKeys(makeMatrix(own, 1, (_row, timeMs) => timeMs));
      const expected = makeMatrix(wanted, 1, (_row, timeMs) => (isInside(timeMs) ? timeMs : NaN));
      expect(joinMatrices(wanted, [full]).matrix).toEqual(expected);
    }),
  );
});

test("keeps the warnings of all pieces", () => {
  const grid: Grid = { startMs, stepMs: 1_000, pointCount: 2 };
  const piece = (index: number, warnings: readonly string[]) =>
    addRowKeys({
      ...makeMatrix({ startMs: startMs + index * 1_000, stepMs: 1_000, pointCount: 1 }, 1, () => 1),
      warnings,
    });
  expect(joinMatrices(grid, [piece(0, ["a"]), piece(1, ["a", "b"])]).matrix.warnings).toEqual(["a", "b"]);
});

test("returns a part of a grid that is on the grid, both ends included", () => {
  const grid: Grid = { startMs: 1_000, stepMs: 10, pointCount: 5 };
  expect(clipGrid(grid, 1_001, 1_039)).toEqual({ startMs: 1_010, stepMs: 10, pointCount: 3 });
  expect(clipGrid(grid, 0, 9_999)).toEqual(grid);
  expect(clipGrid(grid, 1_041, 9_999)).toBeUndefined();
});

test("a cached row keeps no memory of other rows of its response", () => {
  const grid = { startMs: 0, stepMs: 1_000, pointCount: 100 };
  const response = new Float64Array(50 * grid.pointCount).fill(1);
  const rows = [3, 7].map((row) => ({
    labels: { row: String(row) },
    values: response.subarray(row * grid.pointCount, (row + 1) * grid.pointCount),
  }));
  const keyed = addRowKeys({ grid, rows, warnings: [], infos: [] });
  const compact = compactMatrix(keyed);
  expect(compact).toEqual(keyed);
  const buffers = new Set(compact.matrix.rows.map(({ values }) => values.buffer));
  expect([...buffers].map(({ byteLength }) => byteLength)).toEqual([2 * grid.pointCount * 8]);
  expect(estimateMatrixBytes(compact)).toBeLessThan(estimateMatrixBytes(keyed) / 5);
  // The rows of a response that are all used are not copied.
  expect(compactMatrix(compact)).toBe(compact);
});
