import { expect, test } from "vitest";
import type { Answer } from "@/lib/model/answer";
import { formatAnswerCsv } from "./download-csv";

test("writes bucket bounds next to each percentile and observation counts last", () => {
  const answer = {
    startMs: 0,
    stepMs: 60_000,
    pointCount: 3,
    series: [
      {
        signal: "ttft",
        statistic: "p95",
        unit: "seconds",
        values: [0.4, null, 9],
        lower: [0.25, null, 8],
        upper: [0.5, null, null],
      },
      { signal: "ttft", statistic: "mean", unit: "seconds", values: [0.2, null, 1] },
    ],
    counts: [{ signal: "ttft", n: [119.6, 0, 4.31] }],
  } as unknown as Answer;
  expect(formatAnswerCsv(answer).split("\r\n")).toEqual([
    "time,ttft p95 (seconds),ttft p95 bucket lower bound (seconds),ttft p95 bucket upper bound (seconds),ttft mean (seconds),ttft n (rounded)",
    "1970-01-01T00:00:00.000Z,0.4,0.25,0.5,0.2,120",
    "1970-01-01T00:01:00.000Z,,,,,0",
    "1970-01-01T00:02:00.000Z,9,8,Inf,1,4",
  ]);
});

test("quotes a group name that looks like a formula", () => {
  const answer = {
    startMs: 0,
    stepMs: 60_000,
    pointCount: 0,
    series: [
      {
        signal: "requests",
        statistic: "rate",
        unit: "requests-per-second",
        values: [],
        group: { kind: "value", value: "=1+1" },
      },
    ],
    counts: [],
  } as unknown as Answer;
  expect(formatAnswerCsv(answer)).toBe("time,'=1+1: requests rate (requests-per-second)");
});
