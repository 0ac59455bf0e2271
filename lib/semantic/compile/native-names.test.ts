import { expect, test } from "vitest";
import { findNativeHistogram } from "./native-names";

test.each([
  ["x_bucket", ["x"], { metricName: "x", nativeHistogramPart: "histogram" }],
  ["x_count", ["x"], { metricName: "x", nativeHistogramPart: "count" }],
  ["x_sum", ["x"], { metricName: "x", nativeHistogramPart: "sum" }],
  [
    "gen_ai.server.request.duration_count",
    ["gen_ai.server.request.duration"],
    { nativeHistogramPart: "count" },
  ],
  // Both were observed: the histogram changed its form.
  ["x_count", ["x", "x_bucket", "x_count", "x_sum"], { metricName: "x", nativeHistogramPart: "count" }],
])("maps %s of %j to a native histogram", (classic, observedNames, expected) => {
  expect(findNativeHistogram(classic, new Set(observedNames))).toMatchObject(expected);
});

test.each([
  ["x_bucket", []],
  ["x_bucket", ["x_bucket", "x_count", "x_sum"]],
  ["x", ["x"]],
  // A summary has the bare name as well.
  ["x_count", ["x", "x_count", "x_sum"]],
  ["x_total", ["x"]],
])("does not map %s of %j", (classic, observedNames) => {
  expect(findNativeHistogram(classic, new Set(observedNames))).toBeUndefined();
});
