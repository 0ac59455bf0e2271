import { expect, test } from "vitest";
import { chooseHistoryWaitMs } from "./history-wait";

test.each([
  [0, 3_000],
  [1_400, 2_600],
  [3_900, 100],
  [9_000, 50],
])("a capture that measured its window for %i ms waits %i ms for the history", (measuredForMs, waitMs) => {
  expect(chooseHistoryWaitMs(measuredForMs)).toBe(waitMs);
});
