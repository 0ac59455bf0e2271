import { expect, test } from "vitest";
import { createCheckRow } from "@/tests/support/sample-data/check-row";
import { groupCheckRows, countOutcomes, filterJoinedRows, findUnjoinedFamilies } from "./check-sections";

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

test("counts every row once", () => {
  expect(countOutcomes(rows)).toEqual({
    withDataCount: 3,
    withoutDataCount: 2,
    failedCount: 1,
    signalCount: 6,
  });
});

test("lists a family without an exporter once and does not count its signals as missing", () => {
  const attachments = [{ family: "host" }];
  expect(filterJoinedRows(rows, attachments)).toHaveLength(5);
  expect(findUnjoinedFamilies(rows, attachments)).toEqual([{ family: "gpu", title: "GPU", detail: "" }]);
  expect(findUnjoinedFamilies(rows, [{ family: "gpu" }])).toEqual([]);
});
