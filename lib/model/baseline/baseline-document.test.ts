import { expect, test } from "vitest";
import { createBaselineDocument } from "@/tests/support/sample-data/baseline-document";
import { parseBaselineDocument, storedBaselineDocument } from "./baseline-document";

const current = createBaselineDocument({ slug: "chat-70b", endMs: 1_800_000_000_000 });
const { historySpreads: _spreads, load, ...rest } = current;
const { requestCounting: _counting, meanInstanceCount: _count, ...earlierLoad } = load;
const second = { ...rest, load: earlierLoad, historySpreads: [], schemaVersion: 2 };
const first = { ...rest, load: earlierLoad, schemaVersion: 1 };
/** An earlier release did not record how the requests were counted. */
const upgraded = { ...current, load: { ...load, requestCounting: null } };

test.each([first, second])(
  "a document of schema $schemaVersion is upgraded, and is stored as it was",
  (document) => {
    expect(parseBaselineDocument(document)).toEqual({ kind: "document", document: upgraded });
    expect(storedBaselineDocument.parse(document)).toEqual(document);
  },
);

test.each([
  ["requests without a number of instances", { requestsPerSecondPerInstance: null }],
  ["a window without requests", { requestsPerSecond: 0, requestsPerSecondPerInstance: 0 }],
])("the number of instances of %s is unknown", (_name, changed) => {
  const document = { ...second, load: { ...earlierLoad, ...changed } };
  expect(parseBaselineDocument(document)).toMatchObject({
    kind: "document",
    document: { load: { ...changed, meanInstanceCount: null } },
  });
});

test("a document of the current schema keeps its spreads", () => {
  const spread = {
    signal: "ttft" as const,
    statistic: "p95" as const,
    windowMs: 3_600_000,
    windowCount: 28,
    standardDeviationRatio: 0.02,
  };
  const document = { ...current, historySpreads: [spread] };
  expect(parseBaselineDocument(document)).toEqual({ kind: "document", document });
});

test("fields of a later schema, and their lack in their schema, are invalid", () => {
  expect(parseBaselineDocument({ ...second, schemaVersion: 1 }).kind).toBe("invalid");
  expect(parseBaselineDocument({ ...current, schemaVersion: 2 }).kind).toBe("invalid");
  expect(parseBaselineDocument({ ...first, schemaVersion: 2 })).toMatchObject({
    kind: "invalid",
    problem: expect.stringContaining("historySpreads"),
  });
  expect(parseBaselineDocument({ ...second, schemaVersion: 3 })).toMatchObject({
    kind: "invalid",
    problem: expect.stringContaining("requestCounting"),
  });
  expect(parseBaselineDocument({ ...current, schemaVersion: 4 })).toEqual({
    kind: "newer",
    schemaVersion: 4,
  });
});
