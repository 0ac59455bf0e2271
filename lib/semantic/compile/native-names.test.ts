import { expect, test } from "vitest";
import { nativeName } from "./native-names";

test.each([
  ["x_bucket", ["x"], { name: "x", native: "histogram" }],
  ["x_count", ["x"], { name: "x", native: "count" }],
  ["x_sum", ["x"], { name: "x", native: "sum" }],
  ["gen_ai.server.request.duration_count", ["gen_ai.server.request.duration"], { native: "count" }],
  // Both were observed: the histogram changed its form.
  ["x_count", ["x", "x_bucket", "x_count", "x_sum"], { name: "x", native: "count" }],
])("maps %s of %j to a native histogram", (classic, observedNames, expected) => {
  expect(nativeName(classic, new Set(observedNames))).toMatchObject(expected);
});

test.each([
  ["x_bucket", []],
  ["x_bucket", ["x_bucket", "x_count", "x_sum"]],
  ["x", ["x"]],
  // A summary has the bare name as well.
  ["x_count", ["x", "x_count", "x_sum"]],
  ["x_total", ["x"]],
])("does not map %s of %j", (classic, observedNames) => {
  expect(nativeName(classic, new Set(observedNames))).toBeUndefined();
});
