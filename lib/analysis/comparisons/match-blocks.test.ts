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
  );
  expect(isMatched).toBe(true);
  expect(before.counters.requests?.blocks[3]).toBe("counter-reset");
  for (const side of [before, after])
    expect(side.counters.requests?.blocks.filter((block) => typeof block === "number")).toEqual(
      day().filter((_, index) => index !== 3 && index !== 9),
    );
});

test.each([
  ["another time of day", dayMs + 3_600_000, day()],
  ["another length", dayMs, day().slice(0, 47)],
])("windows of %s stay as they are", (_, startMs, blocks) => {
  const [first, second] = [measuredOf(0, day({ 3: "not-scraped" })), measuredOf(startMs, blocks)];
  expect(matchBlocks(first, second)).toEqual({ before: first, after: second, isMatched: false });
});

test("a signal that would lose more than a tenth of its blocks stays as it is", () => {
  const gap = Object.fromEntries(Array.from({ length: 6 }, (_, index) => [index, "not-scraped" as const]));
  const [first, second] = [measuredOf(0, day()), measuredOf(dayMs, day(gap))];
  expect(matchBlocks(first, second)).toMatchObject({ before: first, after: second });
});
