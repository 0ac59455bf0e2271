import { expect, test } from "vitest";
import { heatmapLinkErrors } from "./heatmap-link-errors";

test("a heatmap that cannot be is told with what is shown instead; one that can is no news", () => {
  expect(heatmapLinkErrors(["ttft", "prompt-length"])).toEqual([]);
  expect(heatmapLinkErrors(["ttft", "nope"])).toEqual([
    "This link asks for “nope” as a heatmap, and there is no such panel: it is left out.",
  ]);
  expect(heatmapLinkErrors(["queue"])).toEqual([
    expect.stringMatching(
      /^This link asks for .+ as a heatmap, and it has no distribution: it is shown as usual\.$/,
    ),
  ]);
});
