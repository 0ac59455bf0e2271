import { expect, test } from "vitest";
import { absenceText, valueChangeText } from "./statistic-text";

test("the number of blocks with a value agrees with its noun", () => {
  const textOf = (blockCount: number): string =>
    absenceText({ kind: "absent", reason: { kind: "few-blocks", neededBlockCount: 20 }, blockCount });
  expect([0, 1, 7].map(textOf)).toEqual([
    "No time block has a value. A comparison needs 20.",
    "Only 1 time block has a value. A comparison needs 20.",
    "Only 7 time blocks have a value. A comparison needs 20.",
  ]);
});

test("a percentile in the first bucket of its histogram is stated as below the edge of the bucket", () => {
  const estimate = (value: number, bucket: { readonly lower: number; readonly upper: number }) =>
    ({ kind: "present", value, ...bucket, bucket, n: 100, blockCount: 20 }) as const;
  const [low, high] = [
    estimate(0.0095, { lower: 0, upper: 0.01 }),
    estimate(0.02, { lower: 0.01, upper: 0.025 }),
  ];
  const textOf = (before: typeof low, after: typeof low): string =>
    valueChangeText({ before, after, unit: "seconds", displayUnit: "ms" }).replaceAll("\u202f", " ");
  expect(textOf(low, high)).toBe("<10 → 20.0 ms");
  expect(textOf(high, low)).toBe("20.0 → <10 ms, below resolution");
});
