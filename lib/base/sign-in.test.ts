import { expect, test } from "vitest";
import { safeReturnPath, signInPath } from "./sign-in";

test.each(["/signals?d=chat-70b&from=now-1h", "/traces/4bf92f3577b34da6", "/kiosk?pages=overview"])(
  "a sign-in returns to the page %s",
  (path) => {
    expect(safeReturnPath(path)).toBe(path);
    expect(new URLSearchParams(signInPath(path).split("?")[1]).get("from")).toBe(path);
  },
);

test.each([
  "//evil.example.com",
  "/\\evil.example.com",
  "/\\/evil.example.com",
  "\\\\evil.example.com",
  "https://evil.example.com",
  "//evil.example.com/%2f..",
  "/.//evil.example.com",
  "/a/..//evil.example.com",
  "/%2e//evil.example.com",
  "/\t/evil.example.com",
  "/\n/evil.example.com",
  "\t//evil.example.com",
  "javascript:alert(1)",
  "data:text/html,x",
  "evil.example.com",
  "/\u0000/evil.example.com",
  "/sign-in?from=/overview",
  "/setup",
  "/api/v1/session",
  `/${"a".repeat(3_000)}`,
  "",
  null,
  undefined,
])("a sign-in never leads to %s", (path) => {
  expect(safeReturnPath(path)).toBe("/overview");
});

test("the first page needs no return path", () => {
  expect(signInPath("/overview")).toBe("/sign-in");
  expect(signInPath("")).toBe("/sign-in");
});
