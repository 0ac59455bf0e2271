import { parser } from "@prometheus-io/lezer-promql";
import { expect, test } from "vitest";
import { splitMatrix, splitVector, combineQueries } from "./combined-query";

const grid = { startMs: 0, stepMs: 1_000, pointCount: 1 };
const notes = { warnings: ["a store is down"], infos: [] };

test("leaves a single expression unchanged and combines several into one valid query", () => {
  expect(combineQueries(["sum(x)"])).toBe("sum(x)");
  const union = combineQueries([
    "sum by (le) (rate(x_bucket[5m]))",
    "(a) or (b)",
    "topk(1, y)",
    "1 * (c / d)",
  ]);
  const tree = parser.parse(union);
  let isBroken = false;
  tree.iterate({
    enter: ({ type }) => {
      isBroken ||= type.isError;
    },
  });
  expect(isBroken).toBe(false);
});

test("returns the rows of each part without the part label, sorted by labels, with all warnings", () => {
  const row = (labels: Record<string, string>, value: number) => ({ labels, values: Float64Array.of(value) });
  const matrix = {
    grid,
    rows: [
      row({ __part__: "0", le: "1" }, 1),
      row({ __part__: "10", zone: "b" }, 5),
      row({ __part__: "2" }, 2),
      row({ __part__: "10" }, 4),
      row({ __part__: "0", le: "+Inf" }, 3),
    ],
    ...notes,
  };
  const parts = splitMatrix(matrix, 11);
  expect(parts).toHaveLength(11);
  expect(parts[0]?.rows).toEqual([row({ le: "+Inf" }, 3), row({ le: "1" }, 1)]);
  expect(parts[1]).toEqual({ grid, rows: [], ...notes });
  expect(parts[2]?.rows).toEqual([row({}, 2)]);
  expect(parts[10]?.rows.map(({ values }) => values[0])).toEqual([5, 4]);
});

test("does the same for an instant query", () => {
  const samples = [
    { labels: { __part__: "1", instance: "a" }, value: 7, atMs: 5 },
    { labels: { __part__: "0" }, value: 3, atMs: 5 },
  ];
  const [zero, one] = splitVector({ samples, ...notes }, 2);
  expect(zero).toEqual({ samples: [{ labels: {}, value: 3, atMs: 5 }], ...notes });
  expect(one).toEqual({ samples: [{ labels: { instance: "a" }, value: 7, atMs: 5 }], ...notes });
});
