import { describe, expect, test } from "vitest";
import { limitWindows, mergeIntoQueryRanges } from "./limit-windows";

const minuteMs = 60_000;
const at = (from: number, to: number) => ({ startMs: from * minuteMs, endMs: to * minuteMs });

describe("the windows that are read", () => {
  const limits = { plannedBlocks: 60, blockMs: minuteMs };

  test("end at twice the planned blocks, however long the experiment runs", () => {
    expect(limitWindows([at(0, 100)], limits)).toEqual([at(0, 100)]);
    expect(limitWindows([at(0, 10_000)], limits)).toEqual([at(0, 120)]);
    expect(limitWindows([at(0, 10_000)], { ...limits, plannedBlocks: 1_440 })).toEqual([at(0, 1_500)]);
    expect(limitWindows([at(0, 10_000)], { ...limits, blockMs: 2 * minuteMs })).toEqual([at(0, 240)]);
  });

  test("are counted together if they are interleaved", () => {
    const windows = [at(0, 50), at(100, 150), at(200, 250), at(300, 350)];
    expect(limitWindows(windows, limits)).toEqual([at(0, 50), at(100, 150), at(200, 220)]);
  });
});

describe("the times that are read at once", () => {
  test("contain neighbouring windows, and never more than 1,500 blocks", () => {
    expect(mergeIntoQueryRanges([at(0, 10), at(20, 30)], minuteMs)).toEqual([at(0, 30)]);
    const days = [at(0, 60), at(1_440, 1_500), at(2_880, 2_940)];
    expect(mergeIntoQueryRanges(days, minuteMs)).toEqual([at(0, 1_500), at(2_880, 2_940)]);
  });

  test("are long enough for 20 blocks if the arm has several", () => {
    const days = [at(0, 60), at(3_000, 3_010)];
    expect(mergeIntoQueryRanges(days, minuteMs)).toEqual([at(0, 60), at(2_988, 3_010)]);
    expect(mergeIntoQueryRanges([at(0, 10)], minuteMs)).toEqual([at(0, 10)]);
  });
});
