import { expect, test } from "vitest";
import { listStoredSpreadLengthsMs } from "./stored-lengths";

const hourMs = 3_600_000;
const hoursOf = (hours: number): readonly number[] =>
  listStoredSpreadLengthsMs(hours * hourMs).map((lengthMs) => lengthMs / hourMs);

test("stores the window's length and shorter ones of which the window has fewer than six", () => {
  expect(hoursOf(6)).toEqual([6, 3, 2]);
  expect(hoursOf(1)).toEqual([1, 0.5]);
  expect(hoursOf(0.5)).toEqual([0.5]);
  expect(hoursOf(168)).toEqual([168, 72, 48]);
});
