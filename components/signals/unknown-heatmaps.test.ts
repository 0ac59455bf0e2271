import { expect, test } from "vitest";
import { unknownHeatmaps } from "./unknown-heatmaps";

test("a heatmap that cannot be is told with what is shown instead; one that can is no news", () => {
  expect(unknownHeatmaps(["ttft", "prompt-length"])).toEqual([]);
  expect(unknownHeatmaps(["ttft", "nope"])).toEqual([
    "This link asks for “nope” as a heatmap, and there is no such panel: it is left out.",
  ]);
  expect(unknownHeatmaps(["queue"])).toEqual([
    expect.stringMatching(
      /^This link asks for .+ as a heatmap, and it has no distribution: it is shown as usual\.$/,
    ),
  ]);
});
