import { expect, test } from "vitest";
import { createBaselineDocument } from "@/tests/support/sample-data/baseline-document";
import { parseBaselineDocument, storedBaselineDocument } from "./baseline-document";

const current = createBaselineDocument({ slug: "chat-70b", endMs: 1_800_000_000_000 });
const { historySpreads: _spreads, instanceRange: _range, load, ...rest } = current;
const { requestCounting: _counting, meanInstanceCount: _count, ...earlierLoad } = load;
const second = { ...rest, load: earlierLoad, historySpreads: [], schemaVersion: 2 };
const first = { ...rest, load: earlierLoad, schemaVersion: 1 };
/** A concern that the releases of this schema stored, and that earlier ones could not read. */
const limited = [{ kind: "over-limit", detail: "TTFT p95 is 7.2 s, and its limit is 1 s." }] as const;
const third = { ...rest, load, historySpreads: [], concerns: limited, schemaVersion: 3 };
/** An earlier release did not record how the requests were counted, and whether the number of instances changed. */
const upgraded = { ...current, instanceRange: null, load: { ...load, requestCounting: null } };

test.each([first, second])(
  "a document of schema $schemaVersion is upgraded, and is stored as it was",
  (document) => {
    expect(parseBaselineDocument(document)).toEqual({ kind: "document", document: upgraded });
    expect(storedBaselineDocument.parse(document)).toEqual(document);
  },
);

test("a document of schema 3 is upgraded with its exceeded limits, and is stored as it was", () => {
  const document = { ...current, concerns: limited, instanceRange: null };
  expect(parseBaselineDocument(third)).toEqual({ kind: "document", document });
  expect(storedBaselineDocument.parse(third)).toEqual(third);
});

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
  expect(parseBaselineDocument({ ...third, schemaVersion: 4 })).toMatchObject({
    kind: "invalid",
    problem: expect.stringContaining("instanceRange"),
  });
  expect(parseBaselineDocument({ ...second, schemaVersion: 3 })).toMatchObject({
    kind: "invalid",
    problem: expect.stringContaining("requestCounting"),
  });
  expect(parseBaselineDocument({ ...current, schemaVersion: 5 })).toEqual({
    kind: "newer",
    schemaVersion: 5,
  });
});
