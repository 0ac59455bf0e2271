import { expect, test } from "vitest";
import { parseBucketEdge } from "./bucket-edge";

test("parses an upper bucket edge in each spelling that Prometheus accepts", () => {
  expect(["0.3", "1e-3", "+Inf", "Inf", "inf"].map(parseBucketEdge)).toEqual([
    0.3,
    0.001,
    Infinity,
    Infinity,
    Infinity,
  ]);
});

test("returns NaN for a label that is not an edge", () => {
  expect([undefined, "", " ", "fast"].map(parseBucketEdge)).toEqual([NaN, NaN, NaN, NaN]);
});
