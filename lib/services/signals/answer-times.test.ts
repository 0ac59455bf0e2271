import { expect, test } from "vitest";
import { chooseGridTiming, readHeadlineRateWindow } from "./answer-times";
import type { ResolvedQuestion } from "./read-queries";

const timing = {
  stepMs: 15_000,
  rateWindowMs: 20_000,
  sampleSpacingMs: 5_000,
  headlineWindowMs: 180_000,
} as const;

/** A question whose times are fixed. Without a source, so that a read of the scrape interval fails. */
const question = {
  window: { startMs: 1_780_000_000_000, endMs: 1_780_000_600_000 },
  isLive: false,
  fixedTiming: timing,
  readOptions: {},
} as unknown as ResolvedQuestion;

test("a read with the times of an earlier read has its grid and its rate windows", async () => {
  expect(await chooseGridTiming(question, 100)).toEqual({
    grid: { startMs: 1_780_000_005_000, stepMs: 15_000, pointCount: 40 },
    rateWindowMs: 20_000,
    longestSpacingMs: 5_000,
  });
  expect(await readHeadlineRateWindow(question)).toEqual({ windowMs: 180_000, isCovered: true });
});

test("refuses a fixed step with too many points", async () => {
  await expect(chooseGridTiming(question, 39)).rejects.toMatchObject({ code: "invalid-input" });
});
