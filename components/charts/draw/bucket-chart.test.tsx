import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { BucketChart } from "./bucket-chart";

test("describes each bucket over the full height of the chart, also an empty bucket", () => {
  const { container } = render(
    <BucketChart
      buckets={[
        { lower: 0, upper: 1, before: 0.25, after: null },
        { lower: 1, upper: null, before: 0, after: null },
      ]}
      label="Shares"
      describeBucket={({ lower, before }) => `from ${lower}: ${before}`}
      writeEdge={String}
    />,
  );
  const groups = [...container.querySelectorAll("g")].map((group) => ({
    text: group.querySelector("title")?.textContent,
    heights: [...group.querySelectorAll("rect")].map((rect) => rect.getAttribute("height")),
  }));
  expect(groups).toEqual([
    { text: "from 0: 0.25", heights: ["180", "176"] },
    { text: "from 1: 0", heights: ["180"] },
  ]);
});
