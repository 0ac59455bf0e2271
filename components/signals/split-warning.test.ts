import { expect, test } from "vitest";
import type { Answer, AnswerSeries } from "@/lib/model/answer";
import { emptyAnswer } from "@/tests/support/empty-answer";
import { splitWarning } from "./split-warning";

const lines = { draw: "lines" } as const;
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
    ...emptyAnswer({ stepMs: 1_000, pointCount: values.length }, { series }),
    ...(groups === undefined ? {} : { split }),
  };
}

test("a panel that stays whole on a split page says so", () => {
  expect(splitWarning({ draw: "shares" }, "team", answer([0.5]))).toBe(
    "Not split by team: this is of all requests.",
  );
  expect(splitWarning(lines, "team", answer([0.5]))).toMatch(/^Not split by team: no series with it/);
});

test("a label that no series has is told; one that some have is not", () => {
  expect(splitWarning(lines, "nope", answer([1], [""]))).toBe(
    "No series of it has the label nope: all of it stands as one line.",
  );
  expect(splitWarning(lines, "team", answer([1], ["", "search"]))).toBeNull();
});

test("nothing is said where nothing is split, or nothing is there", () => {
  expect(splitWarning(lines, null, answer([1]))).toBeNull();
  expect(splitWarning(lines, "team", null)).toBeNull();
  expect(splitWarning(lines, "team", answer([null]))).toBeNull();
  expect(splitWarning({ ...lines, label: "gpu" }, "team", answer([1]))).toBeNull();
});
