import { expect, test } from "vitest";
import type { CheckRow } from "@/lib/model/data-check";
import { listFailingRows, isCheckFailing, isSurveyHealthy } from "./judge-survey";

const row = (change: Partial<CheckRow>): CheckRow => ({
  signal: "ttft",
  outcome: "without-data",
  reason: "metric-absent",
  detail: "",
  howToEnable: null,
  value: null,
  caveat: null,
  queries: [],
  ...change,
});

test.each([
  ["an answer", { outcome: "with-data", reason: null, value: 1 }, false],
  ["an answer with a warning", { outcome: "with-data", reason: "wrong-edges", value: 1 }, false],
  ["what the engine does not expose", { reason: "not-exposed" }, false],
  ["a signal that a flag enables", { reason: "metric-absent", howToEnable: "--more" }, false],
  ["no traffic", { reason: "no-traffic" }, false],
  ["too few requests", { reason: "too-few-samples" }, false],
  ["another family's signal", { signal: "gpu-power" }, false],
  ["a missing metric", {}, true],
  [
    "a metric that disappeared, although a flag enables it",
    { reason: "name-changed", howToEnable: "--more" },
    true,
  ],
  ["targets that are down", { reason: "target-down" }, true],
  ["an unknown value", { reason: "not-yet-known" }, true],
  ["an error", { outcome: "error", reason: "query-failed" }, true],
] as const)("%s", (_what, change, expected) => {
  expect(isCheckFailing(row(change))).toBe(expected);
});

test("is healthy if deployments were found, all checks ran, and no signal fails", () => {
  const checked = (rows: readonly CheckRow[]) => ({ check: { kind: "checked" as const, rows } });
  const failed = { check: { kind: "failed" as const, detail: "slow" } };
  const survey = (...deployments: readonly object[]) =>
    ({ deployments }) as Parameters<typeof isSurveyHealthy>[0];
  const fine = row({ outcome: "with-data", reason: null, value: 1 });
  expect(isSurveyHealthy(survey())).toBe(false);
  expect(isSurveyHealthy(survey(checked([fine])))).toBe(true);
  expect(isSurveyHealthy(survey(checked([fine]), checked([row({})])))).toBe(false);
  expect(isSurveyHealthy(survey(checked([fine]), failed))).toBe(false);
  expect(listFailingRows(failed)).toEqual([]);
});
