import { expect, test } from "vitest";
import type { CheckRow } from "@/lib/model/data-check";
import { failingRows, isFailing, isHealthy } from "./judge-survey";

const row = (change: Partial<CheckRow>): CheckRow => ({
  signal: "ttft",
  outcome: "nothing",
  reason: "metric-absent",
  detail: "",
  flag: null,
  value: null,
  caveat: null,
  queries: [],
  ...change,
});

test.each([
  ["an answer", { outcome: "answers", reason: null, value: 1 }, false],
  ["an answer with a doubt", { outcome: "answers", reason: "wrong-edges", value: 1 }, false],
  ["what the engine does not expose", { reason: "not-exposed" }, false],
  ["what a flag would turn on", { reason: "metric-absent", flag: "--more" }, false],
  ["no traffic", { reason: "no-traffic" }, false],
  ["too few requests", { reason: "too-few-samples" }, false],
  ["another family's signal", { signal: "gpu-power" }, false],
  ["a metric that is not there", {}, true],
  ["a metric that was there, though a flag turns it on", { reason: "name-changed", flag: "--more" }, true],
  ["targets that are down", { reason: "target-down" }, true],
  ["nothing known yet", { reason: "not-yet-known" }, true],
  ["an error", { outcome: "error", reason: "query-failed" }, true],
] as const)("%s", (_what, change, expected) => {
  expect(isFailing(row(change))).toBe(expected);
});

test("in order is something found, all of it asked, and no fault", () => {
  const checked = (rows: readonly CheckRow[]) => ({ check: { kind: "checked" as const, rows } });
  const failed = { check: { kind: "failed" as const, detail: "slow" } };
  const survey = (...deployments: readonly object[]) => ({ deployments }) as Parameters<typeof isHealthy>[0];
  const fine = row({ outcome: "answers", reason: null, value: 1 });
  expect(isHealthy(survey())).toBe(false);
  expect(isHealthy(survey(checked([fine])))).toBe(true);
  expect(isHealthy(survey(checked([fine]), checked([row({})])))).toBe(false);
  expect(isHealthy(survey(checked([fine]), failed))).toBe(false);
  expect(failingRows(failed)).toEqual([]);
});
