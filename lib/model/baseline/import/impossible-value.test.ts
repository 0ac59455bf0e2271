import { expect, test } from "vitest";
import { createBaselineDocument } from "@/tests/support/sample-data/baseline-document";
import { findImpossibleValue } from "./impossible-value";

const valid = createBaselineDocument({ slug: "chat", endMs: 1_800_000_000_000 });
const { ttft } = valid.measured.distributions;
const valueOf = (measured: object) =>
  findImpossibleValue({ ...valid, measured: { ...valid.measured, ...measured } });
const withBlock = (block: object) =>
  valueOf({
    distributions: {
      ttft: {
        ...ttft,
        blocks: (ttft?.blocks ?? []).map((one, index) =>
          index === 3 && typeof one !== "string" ? { ...one, ...block } : one,
        ),
      },
    },
  });

test("a document of a capture has no impossible value", () => {
  expect(findImpossibleValue(valid)).toBeNull();
});

test.each([
  [{ counts: [-5, 125, 0, 0, 0] }, "-5 is negative"],
  [{ sum: -1 }, "-1 is negative"],
  [{ counts: [0, 60, 0, 0, 0] }, "the buckets contain 60 observations, but the count is 120"],
  [{ counts: [0, 120] }, "it has 2 counts for 5 buckets"],
])("a block with %j is impossible", (block, problem) => {
  expect(withBlock(block)).toBe(`measured.distributions.ttft: block 3: ${problem}`);
});

test.each([
  // All requests took more than 2.5 s, so 120 of them cannot have a sum of 30 s in each of 60 blocks.
  [{ counts: [0, 0, 0, 0, 120] }, 1_800],
  [{ sum: 24_000 }, 1_440_000],
])("a window whose blocks all have %j is impossible", (block, sum) => {
  const blocks = (ttft?.blocks ?? []).map((one) => (typeof one === "string" ? one : { ...one, ...block }));
  expect(valueOf({ distributions: { ttft: { ...ttft, blocks } } })).toBe(
    `measured.distributions.ttft: the sum ${sum} does not agree with the buckets, so the mean is outside their edges`,
  );
});

test.each([
  // A scrape while requests are counted: their sum is in the next block.
  { sum: 0 },
  { counts: [0, 0, 0, 0, 0], count: 0, weight: 0, sum: 24 },
  { counts: [0, 0, 0, 0, 0], count: -4e-10, sum: 0, weight: -4e-10 },
  { counts: [0, 0, 0, 0, 0], count: 0, sum: 1e-12, weight: 0 },
  { counts: [0, 120, 0, 0, -4e-10] },
  // Tokens minus requests, when requests were aborted before their first token.
  { weight: -3 },
])("a capture can have a block with %j", (block) => {
  expect(withBlock(block)).toBeNull();
});

test("a gauge of a number such as the loss of a training can be negative", () => {
  const blocks = Array.from({ length: 60 }, () => -0.4);
  expect(valueOf({ gauges: { "train-loss": { unit: "number", blocks } } })).toBeNull();
  expect(valueOf({ gauges: { "gpu-utilisation": { unit: "ratio", blocks } } })).toContain(
    "block 0 is negative",
  );
});

test("a large mean is possible in the bucket without an upper edge", () => {
  expect(withBlock({ counts: [0, 0, 0, 0, 120], sum: 24_000 })).toBeNull();
});

test("negative counters, missing blocks and negative loads are impossible", () => {
  const blocks = [-1, ...Array.from({ length: 59 }, () => 1)];
  expect(valueOf({ counters: { requests: { unit: "requests-per-second", blocks } } })).toBe(
    "measured.counters.requests: block 0 is negative (-1)",
  );
  expect(valueOf({ gauges: { running: { unit: "count", blocks: [1] } } })).toBe(
    "measured.gauges.running: it has 1 time blocks instead of 60",
  );
  expect(findImpossibleValue({ ...valid, load: { ...valid.load, requestsPerSecond: -2 } })).toBe(
    "load.requestsPerSecond: -2 is negative",
  );
});
