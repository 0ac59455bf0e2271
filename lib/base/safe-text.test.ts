import { expect, test } from "vitest";
import { escapeHiddenCharactersInLine } from "./safe-text";

test("writes invisible characters as code points and truncates long text", () => {
  expect(escapeHiddenCharactersInLine("chat 70b · résumé", 100)).toBe("chat 70b · résumé");
  expect(escapeHiddenCharactersInLine("a\nb\u202ec\u001b[31m", 100)).toBe("a\\u{a}b\\u{202e}c\\u{1b}[31m");
  expect(escapeHiddenCharactersInLine("x".repeat(500), 100)).toBe(`${"x".repeat(99)}…`);
  expect(escapeHiddenCharactersInLine("x".repeat(100), 100)).toBe("x".repeat(100));
  expect(escapeHiddenCharactersInLine("\n".repeat(100), 100)).toHaveLength(100);
});
