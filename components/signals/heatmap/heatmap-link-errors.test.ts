import { expect, test } from "vitest";
import { heatmapLinkErrors } from "./heatmap-link-errors";

test("reports panels that cannot be heatmaps and ignores valid ids", () => {
  expect(heatmapLinkErrors(["ttft", "prompt-length"])).toEqual([]);
  expect(heatmapLinkErrors(["ttft", "nope"])).toEqual([
    "This link requests a heatmap of “nope”, but no such panel exists. It is ignored.",
  ]);
  expect(heatmapLinkErrors(["queue"])).toEqual([
    expect.stringMatching(
      /^This link requests a heatmap of .+, but this signal has no distribution\. Its lines are shown\.$/,
    ),
  ]);
});
