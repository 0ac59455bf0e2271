import { expect, test } from "vitest";
import { selectSpreadsOfLength, type HistorySpread } from "./history-spread";

const hourMs = 3_600_000;
const spreadOf = (hours: number): HistorySpread => ({
  signal: "ttft",
  statistic: "p95",
  windowMs: hours * hourMs,
  windowCount: 28,
  standardDeviationRatio: 0.02,
});

test("a window uses the spreads of the nearest length within an eighth", () => {
  const spreads = [spreadOf(6), spreadOf(3), spreadOf(2)];
  expect(selectSpreadsOfLength(spreads, 6 * hourMs)).toEqual([spreadOf(6)]);
  expect(selectSpreadsOfLength(spreads, 3.2 * hourMs)).toEqual([spreadOf(3)]);
  expect(selectSpreadsOfLength(spreads, 4.5 * hourMs)).toEqual([]);
  expect(selectSpreadsOfLength([], hourMs)).toEqual([]);
});
