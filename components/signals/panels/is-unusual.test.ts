import { expect, test } from "vitest";
import type { UsualHours } from "@/lib/contracts/ranges/usual-ranges";
import type { Answer } from "@/lib/model/answer";
import type { Reading } from "@/lib/model/reading";
import { createEmptyAnswer } from "@/tests/support/sample-data/empty-answer";
import { isUnusual } from "./is-unusual";
import { machinePanels } from "./machine-panels";
import { panels } from "./panels";
import { getUsualRangeStatistic } from "./usual-band";

const ttft = panels.find(({ id }) => id === "ttft")!;
const usual: UsualHours = [
  {
    startMs: 0,
    range: { kind: "usual", n: 30, scale: "logarithmic", lower: 0.38, centre: 0.44, upper: 0.52 },
  },
];

function answerOf(headline: Reading): Answer {
  const series = { signal: "ttft", statistic: "p95", unit: "seconds", values: [], absence: [] } as const;
  return createEmptyAnswer({ stepMs: 60_000, pointCount: 0 }, { series: [{ ...series, headline }] });
}

const within = (value: number, lower: number, upper: number | null): Answer =>
  answerOf({ kind: "present", value, lower, upper, atMs: 0, windowMs: 300_000 });

test.each([
  ["above the range", 3.2, 2.5, 5, true],
  ["in the open last bucket", 10, 10, null, true],
  ["below the range", 0.2, 0.1, 0.25, true],
  ["within the range", 0.45, 0.25, 0.5, false],
  ["above the range by interpolation only", 0.6, 0.5, 0.75, false],
])("a percentile %s: %s in (%s, %s] is unusual: %s", (_text, value, lower, upper, expected) => {
  expect(isUnusual(ttft, { hours: usual }, within(value, lower, upper))).toBe(expected);
});

test("a missing value, a split and a range that is being learned are not unusual", () => {
  const high = within(3.2, 2.5, 5);
  const absent = answerOf({ kind: "absent", reason: "no-traffic", detail: "" });
  const split = { label: "instance", namedCount: 1, totalCount: 1, rule: "" };
  const band = { lower: 0.1, centre: 0.2, upper: 0.3 };
  const learning: UsualHours = [{ startMs: 0, range: { kind: "learning", n: 3, required: 24, band } }];
  expect(isUnusual(ttft, { hours: usual }, absent)).toBe(false);
  expect(isUnusual(ttft, { hours: usual }, { ...high, split })).toBe(false);
  expect(isUnusual(ttft, { hours: learning }, high)).toBe(false);
  expect(isUnusual(ttft, { hours: [] }, high)).toBe(false);
});

test("a value that reads like a usual range of zero width is not unusual", () => {
  const memory = machinePanels.find(({ id }) => id === "gpu-memory")!;
  const gibibyte = 1024 ** 3;
  const bound = 268 * gibibyte;
  const constant: UsualHours = [
    {
      startMs: 0,
      range: { kind: "usual", n: 30, scale: "linear", lower: bound, centre: bound, upper: bound },
    },
  ];
  const { signal, statistic } = getUsualRangeStatistic(memory);
  const used = (value: number): Answer =>
    createEmptyAnswer(
      { stepMs: 60_000, pointCount: 0 },
      {
        series: [
          {
            signal,
            statistic,
            unit: "bytes",
            values: [],
            absence: [],
            headline: { kind: "present", value, atMs: 0, windowMs: 300_000 },
          },
        ],
      },
    );
  expect(isUnusual(memory, { hours: constant }, used(bound + 2_097_152))).toBe(false);
  expect(isUnusual(memory, { hours: constant }, used(275 * gibibyte))).toBe(true);
});
