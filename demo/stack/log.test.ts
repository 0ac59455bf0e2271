import { expect, test } from "vitest";
import { formatElapsed } from "./log";

test.each([
  [0, "0.0 s"],
  [4_249, "4.2 s"],
  [59_940, "59.9 s"],
  [59_960, "1 min 0 s"],
  [130_400, "2 min 10 s"],
])("%d ms reads as %s", (durationMs, text) => {
  expect(formatElapsed(durationMs)).toBe(text);
});
