import { expect, test } from "vitest";
import { computeTracedShare } from "./traced-share";

test("the requests of a gap between scrapes are estimated from the rest of the window", () => {
  // All requests are traced: 300 in the window, 60 of them in the fifth that was not scraped.
  expect(computeTracedShare({ traceCount: 300, requestCount: 240, unscrapedRatio: 0.2 })).toBeCloseTo(1, 12);
  expect(computeTracedShare({ traceCount: 30, requestCount: 240, unscrapedRatio: 0.2 })).toBeCloseTo(0.1, 12);
});

test("is unknown without requests and if less than half of the window was scraped", () => {
  expect(computeTracedShare({ traceCount: 3, requestCount: 0, unscrapedRatio: 0 })).toBeNull();
  expect(computeTracedShare({ traceCount: 300, requestCount: 120, unscrapedRatio: 0.6 })).toBeNull();
});
