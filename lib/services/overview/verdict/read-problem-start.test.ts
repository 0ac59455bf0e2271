import { expect, test } from "vitest";
import { factWaitMs } from "./read-problem-start";

test("waits long for the facts of a past window, which no later poll adds, and briefly for those of a live one", () => {
  expect(factWaitMs(Date.UTC(2026, 10, 30))).toBeGreaterThanOrEqual(10_000);
  expect(factWaitMs(null)).toBeLessThan(1_500);
});
