import { expect, test } from "vitest";
import { formatFactSources } from "./fact-sources";

const unverified = "not compared with the vendor's data sheet";

test.each([
  ["one source", ["A"], "Unverified. Source: A"],
  ["several sources", ["A", "B"], "Unverified. Sources: A; B"],
  ["no source", [unverified], "Unverified: not compared with the vendor's data sheet"],
  ["a source and a remark, which is not a source", ["A", unverified], "Unverified. Source: A"],
])("states unverified values with %s", (_case, sources, text) => {
  expect(formatFactSources("from-memory", sources)).toBe(text);
});

test.each([
  ["second-source", "Unverified. Secondary sources: A; B"],
  ["inferred", "Computed from other values. Sources: A; B"],
  ["conflicting", "The sources disagree. Sources: A; B"],
  ["estimate", "Estimate. Sources: A; B"],
  ["stated", "Sources: A; B"],
] as const)("states the sources of values with the confidence %s", (confidence, text) => {
  expect(formatFactSources(confidence, ["A", "B"])).toBe(text);
});

test("adds a remark after the sources", () => {
  expect(formatFactSources("second-source", ["A", unverified])).toBe(
    "Unverified. Secondary source: A. Not compared with the vendor's data sheet",
  );
});
