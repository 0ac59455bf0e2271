import { expect, test } from "vitest";
import { arrivalPatternText, requestCountingText } from "./load-text";

test.each([
  [0.6, "more even than random (index of dispersion 0.600)"],
  [1.8, "slightly burstier than random (index of dispersion 1.80)"],
  [0.1, "evenly spaced (index of dispersion 0.100)"],
  [1, "random, as in a Poisson process (index of dispersion 1.00)"],
  [7, "in bursts (index of dispersion 7.00)"],
] as const)("describes the index %s", (index, text) => {
  expect(arrivalPatternText(index)).toBe(text);
});

test("states from which metrics arrivals are computed, and that an earlier release did not record it", () => {
  expect(requestCountingText(null)).toBe("unknown, because an earlier release captured the window");
  expect(requestCountingText({ isOnArrival: true, inFlightSignals: ["running"] })).toBe(
    "requests counted when they arrive",
  );
  expect(requestCountingText({ isOnArrival: false, inFlightSignals: [] })).toBe(
    "finished requests only, because no gauge reports the requests in flight",
  );
  expect(requestCountingText({ isOnArrival: false, inFlightSignals: ["running"] })).toBe(
    "finished requests, and the growth of the requests in flight",
  );
});
