import { expect, test } from "vitest";
import { overlapText } from "./overlap-text";

const sideOf = (startMs: number, endMs: number, slug = "chat") => ({
  reference: `window:${slug}:${startMs}:${endMs}`,
  deployment: { slug, title: slug },
  window: { startMs, endMs },
});
const hourMs = 3_600_000;

test("a comparison of a side with itself, and an overlap, are stated", () => {
  expect(overlapText(sideOf(0, hourMs), sideOf(0, hourMs))).toBe(
    "Both sides are the same, so no difference is possible. Choose another side.",
  );
  expect(overlapText(sideOf(0, hourMs), sideOf(hourMs / 2, 2 * hourMs))).toMatch(
    /^The windows of the sides overlap by 30.min\. The same samples are in both/,
  );
});

test("sides one after the other, and sides of two deployments, share nothing", () => {
  expect(overlapText(sideOf(0, hourMs), sideOf(hourMs, 2 * hourMs))).toBeNull();
  expect(overlapText(sideOf(0, hourMs), sideOf(0, hourMs, "other"))).toBeNull();
});
