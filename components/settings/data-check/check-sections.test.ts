import { expect, test } from "vitest";
import { checkRow } from "@/tests/support/sample-data/check-row";
import { groupCheckRows } from "./check-sections";

const rows = [
  checkRow("ttft", "with-data"),
  checkRow("itl", "without-data", "not-exposed"),
  checkRow("tpot", "without-data", "metric-absent"),
  checkRow("running", "with-data", "frozen-gauge"),
  checkRow("e2e", "error", "query-failed"),
  checkRow("gpu-power", "with-data"),
];

test("sorts failing signals first and answering signals last, grouped by family", () => {
  expect(
    groupCheckRows(rows, false).map(({ title, rows: own }) => [title, own.map(({ signal }) => signal)]),
  ).toEqual([
    ["Engine", ["e2e", "running", "tpot", "itl", "ttft"]],
    ["GPU", ["gpu-power"]],
  ]);
});

test("shows only rows with problems and omits empty sections when the filter is on", () => {
  expect(groupCheckRows(rows, true).map(({ title, rows: own }) => [title, own.length])).toEqual([
    ["Engine", 4],
  ]);
});
