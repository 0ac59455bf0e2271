import { expect, test } from "vitest";
import { createBaselineDocument } from "@/tests/support/sample-data/baseline-document";
import { parseBaselineDocument, storedBaselineDocument } from "./baseline-document";

const current = createBaselineDocument({ slug: "chat-70b", endMs: 1_800_000_000_000 });
const { historySpreads: _spreads, ...withoutSpreads } = current;
const first = { ...withoutSpreads, schemaVersion: 1 };

test("a document of the first schema is upgraded with no spreads, and is stored as it was", () => {
  expect(parseBaselineDocument(first)).toEqual({ kind: "document", document: current });
  expect(storedBaselineDocument.parse(first)).toEqual(first);
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

test("spreads in a document of the first schema, and their lack in the current one, are invalid", () => {
  expect(parseBaselineDocument({ ...current, schemaVersion: 1 }).kind).toBe("invalid");
  expect(parseBaselineDocument({ ...first, schemaVersion: 2 })).toMatchObject({
    kind: "invalid",
    problem: expect.stringContaining("historySpreads"),
  });
  expect(parseBaselineDocument({ ...current, schemaVersion: 3 })).toEqual({
    kind: "newer",
    schemaVersion: 3,
  });
});
