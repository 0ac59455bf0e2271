import { expect, test } from "vitest";
import { createCheckRow } from "@/tests/support/sample-data/check-row";
import {
  countOutcomes,
  describeSignalCounts,
  filterJoinedRows,
  findUnjoinedFamilies,
  listMissingSignals,
} from "./data-check-text";

const rows = [
  createCheckRow("ttft", "with-data"),
  createCheckRow("itl", "without-data", "not-exposed"),
  createCheckRow("tpot", "without-data", "metric-absent"),
  createCheckRow("running", "with-data", "frozen-gauge"),
  createCheckRow("e2e", "error", "query-failed"),
  createCheckRow("gpu-power", "with-data"),
];

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

test("a failed query is not counted as data, and a family without an exporter is one missing entry", () => {
  const check = { rows, attachments: [] };
  expect(describeSignalCounts(check)).toEqual({
    first: "2 of 5 signals have data.",
    rest: "1 query failed. 2 signals have no data.",
  });
  expect(listMissingSignals(check).map(({ title }) => title)).toEqual([
    "Inter-token latency, ITL",
    "Time per output token, TPOT",
    "End to end, E2E",
    "GPU",
  ]);
});
