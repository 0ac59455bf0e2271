import { expect, test } from "vitest";
import { createCheckRow } from "@/tests/support/sample-data/check-row";
import { groupCheckRows } from "./check-sections";

const rows = [
  createCheckRow("ttft", "with-data"),
  createCheckRow("itl", "without-data", "not-exposed"),
  createCheckRow("tpot", "without-data", "metric-absent"),
  createCheckRow("running", "with-data", "frozen-gauge"),
  createCheckRow("e2e", "error", "query-failed"),
  createCheckRow("gpu-power", "with-data"),
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
