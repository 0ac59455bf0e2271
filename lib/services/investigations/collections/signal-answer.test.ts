import { expect, test } from "vitest";
import type { AnswerSeries } from "@/lib/model/answer";
import { toWindowValue } from "./signal-answer";

const show = (bucket: { readonly lower: number; readonly upper: number } | null) =>
  toWindowValue(
    "TTFT",
    {
      windowSummary: { value: 0.3, lower: 0.2, upper: 0.4, n: 360, bucket },
      unit: "seconds",
    } as AnswerSeries,
    { signal: "ttft", statistic: bucket === null ? "mean" : "p95" },
  );

test("n of a mean counts points, and n of a percentile counts observations", () => {
  expect(show(null)).toMatchObject({ n: 360, nNoun: "points" });
  expect(show({ lower: 0.25, upper: 0.5 })).not.toHaveProperty("nNoun");
});
