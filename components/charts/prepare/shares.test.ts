import { expect, test } from "vitest";
import type { Answer, AnswerSeries } from "@/lib/model/answer";
import { createEmptyAnswer } from "@/tests/support/sample-data/empty-answer";
import { prepareShares } from "./shares";

const absent = { kind: "absent", reason: "no-traffic", detail: "" } as const;

function share(signal: AnswerSeries["signal"], values: readonly (number | null)[]): AnswerSeries {
  return { signal, statistic: "share-of-e2e", unit: "ratio", values, absence: [], headline: absent };
}

const answer = (series: readonly AnswerSeries[]): Answer =>
  createEmptyAnswer({ stepMs: 1_000, pointCount: 3 }, { series });

test("stacks phases in order with the hatched unexplained share on top", () => {
  const { rows, stackTops, displayUnit } = prepareShares(
    answer([
      share("queue-time", [0.1, null, 0.25]),
      share("prefill-time", [0.2, null, 0.25]),
      share("decode-time", [0.6, null, 0.25]),
      { ...share("e2e", [0.1, null, 0.25]), role: "unexplained" },
    ]),
  );
  expect(displayUnit).toBe("%");
  expect(rows.map(({ label, isHatched }) => [label, isHatched ?? false])).toEqual([
    ["queue", false],
    ["prefill", false],
    ["decode", false],
    ["unexplained", true],
  ]);
  expect(stackTops?.map(([first]) => Math.round(first ?? 0))).toEqual([10, 30, 90, 100]);
  expect(stackTops?.map((top) => top[1])).toEqual([null, null, null, null]);
});

test("gives no height to a phase that the engine does not report", () => {
  const { stackTops } = prepareShares(
    answer([share("queue-time", [null, null, null]), share("decode-time", [0.5, 0.5, 0.5])]),
  );
  expect(stackTops).toEqual([
    [0, 0, 0],
    [50, 50, 50],
  ]);
});
