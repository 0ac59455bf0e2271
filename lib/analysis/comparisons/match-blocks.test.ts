import { expect, test } from "vitest";
import type { BlockAbsence, MeasuredBlocks } from "@/lib/model/baseline/measured-blocks";
import { matchBlocks } from "./match-blocks";

const dayMs = 86_400_000;
const blockMs = 1_800_000;
type Block = number | BlockAbsence;

function measuredOf(startMs: number, blocks: readonly Block[]): MeasuredBlocks {
  return {
    startMs,
    blockMs,
    blockCount: blocks.length,
    distributions: {},
    counters: { requests: { unit: "requests-per-second", blocks: [...blocks] } },
    gauges: {},
    absent: {},
  };
}
const day = (change: Readonly<Record<number, Block>> = {}): readonly Block[] =>
  Array.from({ length: 48 }, (_, index) => change[index] ?? index);

test("a block that is missing on one side is excluded on both", () => {
  const { before, after, isMatched } = matchBlocks(
    measuredOf(0, day({ 3: "counter-reset" })),
    measuredOf(7 * dayMs, day({ 9: "series-started" })),
    "UTC",
  );
  expect(isMatched).toBe(true);
  expect(before.counters.requests?.blocks[3]).toBe("counter-reset");
  for (const side of [before, after])
    expect(side.counters.requests?.blocks.filter((block) => typeof block === "number")).toEqual(
      day().filter((_, index) => index !== 3 && index !== 9),
    );
});

const berlin = "Europe/Berlin";
/** Midnight in Berlin. The clocks change on 25 October 2026, a day of 25 hours, and on 28 March 2027, a day of 23 hours. */
const midnights = {
  "12 October": Date.UTC(2026, 9, 11, 22),
  "19 October": Date.UTC(2026, 9, 18, 22),
  "26 October": Date.UTC(2026, 9, 25, 23),
  "2 November": Date.UTC(2026, 10, 1, 23),
  "15 March": Date.UTC(2027, 2, 14, 23),
  "22 March": Date.UTC(2027, 2, 21, 23),
  "29 March": Date.UTC(2027, 2, 28, 22),
} as const;

/** Returns a window whose value is the local time of day in hours, as the traffic of an office follows it. */
function officeHours(startMs: number, endMs: number): MeasuredBlocks {
  const hourOf = new Intl.DateTimeFormat("en", {
    timeZone: berlin,
    hour: "numeric",
    minute: "numeric",
    hourCycle: "h23",
  });
  const blocks = Array.from({ length: (endMs - startMs) / blockMs }, (_, index) => {
    const [hour = "", minute = ""] = hourOf.format(startMs + index * blockMs).split(":");
    return Number(hour) + Number(minute) / 60;
  });
  return measuredOf(startMs, blocks);
}

test.each([
  ["weeks before and after the change", "12 October", "19 October", "26 October", "2 November", 336],
  ["a week that contains an hour twice", "12 October", "19 October", "19 October", "26 October", 336],
  ["a week that lacks an hour", "15 March", "22 March", "22 March", "29 March", 334],
] as const)(
  "%s are paired by the local time of day",
  (_name, beforeStart, beforeEnd, afterStart, afterEnd, pairCount) => {
    const { before, after, isMatched } = matchBlocks(
      officeHours(midnights[beforeStart], midnights[beforeEnd]),
      officeHours(midnights[afterStart], midnights[afterEnd]),
      berlin,
    );
    expect(isMatched).toBe(true);
    expect(before.counters.requests?.blocks).toHaveLength(pairCount);
    expect(after.counters.requests?.blocks).toEqual(before.counters.requests?.blocks);
  },
);

test("windows that start at the same time of UTC, with a change between them, are paired by local time", () => {
  const weekMs = 7 * dayMs;
  const [first, second] = [midnights["12 October"], midnights["12 October"] + 2 * weekMs];
  const [was, is] = [officeHours(first, first + weekMs), officeHours(second, second + weekMs)];
  const { before, after, isMatched } = matchBlocks(was, is, berlin);
  expect(isMatched).toBe(true);
  // The first hour of one window and the last hour of the other one have no counterpart.
  expect(before.blockCount).toBe(334);
  expect(after.counters.requests?.blocks).toEqual(before.counters.requests?.blocks);
  expect(matchBlocks(was, is, "UTC").after.counters.requests?.blocks).not.toEqual(
    matchBlocks(was, is, "UTC").before.counters.requests?.blocks,
  );
});

test.each([
  ["another time of day", dayMs + 3_600_000, day()],
  ["another length", dayMs, day().slice(0, 47)],
])("windows of %s stay as they are", (_, startMs, blocks) => {
  const [first, second] = [measuredOf(0, day({ 3: "not-scraped" })), measuredOf(startMs, blocks)];
  expect(matchBlocks(first, second, "UTC")).toEqual({ before: first, after: second, isMatched: false });
});

test("a signal that would lose more than a tenth of its blocks stays as it is", () => {
  const gap = Object.fromEntries(Array.from({ length: 6 }, (_, index) => [index, "not-scraped" as const]));
  const [first, second] = [measuredOf(0, day()), measuredOf(dayMs, day(gap))];
  expect(matchBlocks(first, second, "UTC")).toMatchObject({ before: first, after: second });
});
