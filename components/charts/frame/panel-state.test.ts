import { expect, test } from "vitest";
import type { Answer, AnswerSeries } from "@/lib/model/answer";
import type { Reading } from "@/lib/model/reading";
import { findTotalAbsence } from "./panel-state";

const absent: Reading = { kind: "absent", reason: "metric-absent", detail: "The source has no such metric." };
const known: Reading = { kind: "present", value: 0.2, atMs: 0, windowMs: 60_000 };

function answerWith(...headlines: readonly Reading[]): Answer {
  const series = headlines.map((headline): Partial<AnswerSeries> => ({
    values: [null, null],
    absence: [[0, 1, "metric-absent"]],
    headline,
  }));
  return { pointCount: 2, series } as unknown as Answer;
}

test("returns the current reason when there is no value at any point and none now", () => {
  expect(findTotalAbsence(answerWith(absent))).toMatchObject({ reason: "metric-absent" });
});

test("returns null when there is a current value", () => {
  const early = { reason: "not-yet-known", detail: "" };
  expect(findTotalAbsence(answerWith(known))).toEqual(early);
  expect(findTotalAbsence(answerWith(absent, known))).toEqual(early);
});
