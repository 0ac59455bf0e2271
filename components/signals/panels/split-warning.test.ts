import { expect, test } from "vitest";
import type { Answer, AnswerSeries } from "@/lib/model/answer";
import { createEmptyAnswer } from "@/tests/support/sample-data/empty-answer";
import { splitWarning } from "./split-warning";

const lines = { drawAs: "lines" } as const;
const headline = { kind: "absent", reason: "no-traffic", detail: "" } as const;

function answer(values: readonly (number | null)[], groups?: readonly string[]): Answer {
  const one = {
    signal: "errors",
    statistic: "rate",
    unit: "requests",
    values,
    absence: [],
    headline,
  } as const;
  const series: readonly AnswerSeries[] =
    groups === undefined ? [one] : groups.map((value) => ({ ...one, group: { kind: "value", value } }));
  const split = { label: "team", namedCount: 1, totalCount: 1, rule: "size" };
  return {
    ...createEmptyAnswer({ stepMs: 1_000, pointCount: values.length }, { series }),
    ...(groups === undefined ? {} : { split }),
  };
}

test("warns when a panel on a split page is not split", () => {
  expect(splitWarning({ drawAs: "shares" }, "team", answer([0.5]))).toBe(
    "Not split by team. Values include all requests.",
  );
  expect(splitWarning(lines, "team", answer([0.5]))).toMatch(/^Not split by team: no series with this label/);
});

test("warns about a label that no series has, but not about a label that some have", () => {
  expect(splitWarning(lines, "nope", answer([1], [""]))).toBe(
    "No series of this signal has the label nope. All values are shown as one line.",
  );
  expect(splitWarning(lines, "team", answer([1], ["", "search"]))).toBeNull();
});

test("returns null without a split and without values", () => {
  expect(splitWarning(lines, null, answer([1]))).toBeNull();
  expect(splitWarning(lines, "team", null)).toBeNull();
  expect(splitWarning(lines, "team", answer([null]))).toBeNull();
  expect(splitWarning({ ...lines, splitLabel: "gpu" }, "team", answer([1]))).toBeNull();
});
