import { expect, test } from "vitest";
import { visibleText } from "./safe-text";

test("writes invisible characters as code points and truncates long text", () => {
  expect(visibleText("chat 70b · résumé", 100)).toBe("chat 70b · résumé");
  expect(visibleText("a\nb\u202ec\u001b[31m", 100)).toBe("a\\u{a}b\\u{202e}c\\u{1b}[31m");
  expect(visibleText("x".repeat(500), 100)).toBe(`${"x".repeat(99)}…`);
  expect(visibleText("x".repeat(100), 100)).toBe("x".repeat(100));
  expect(visibleText("\n".repeat(100), 100)).toHaveLength(100);
});
