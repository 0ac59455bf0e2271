import fc from "fast-check";
import { expect, test } from "vitest";
import {
  comparedGroupText,
  parseComparedGroup,
  parseTraceId,
  groupsWithoutParameter,
  type ComparedGroup,
} from "./compared-group";

test("finds the trace id in pasted text", () => {
  expect(parseTraceId(" 0AF7651916CD43DD8448EB211C80319C\n")).toBe("0af7651916cd43dd8448eb211c80319c");
  expect(parseTraceId("00f067aa0ba902b7")).toBe("00f067aa0ba902b7");
  for (const text of ["", "kv", "0af765", "0af7651916cd43dd8448eb211c80319c0", "g0f067aa0ba902b7"])
    expect(parseTraceId(text)).toBeNull();
});

test("restores every group from its link text", () => {
  const group: fc.Arbitrary<ComparedGroup> = fc.oneof(
    fc.constantFrom(...groupsWithoutParameter).map((kind) => ({ kind })),
    fc.string({ minLength: 1, maxLength: 256 }).map((value) => ({ kind: "value" as const, value })),
    fc.stringMatching(/^[0-9a-f]{16,32}$/).map((traceId) => ({ kind: "trace" as const, traceId })),
  );
  fc.assert(
    fc.property(group, (one) => {
      expect(parseComparedGroup(comparedGroupText(one))).toEqual(one);
    }),
  );
});

test.each([
  "",
  "slowest",
  "value:",
  "trace:",
  "trace:xyz",
  "trace:0123",
  "from:now",
  "from:012345678901",
  `value:${"a".repeat(257)}`,
])("rejects %s as a group", (text) => expect(parseComparedGroup(text)).toBeNull());
