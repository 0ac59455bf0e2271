import { expect, test } from "vitest";
import { describeError, withoutUserInfo } from "./logger";

test.each([
  ["postgresql://a:hush@db:5432/x failed", "postgresql://db:5432/x failed"],
  ["at http://user@host/ and https://u:p@h", "at http://host/ and https://h"],
  ["mail@example.com", "mail@example.com"],
])("removes credentials from %s", (text, logged) => {
  expect(withoutUserInfo(text)).toBe(logged);
});

test("logs name, message and code of an error without its stack", () => {
  const cause = new Error("connect postgresql://a:hush@db");
  expect(describeError(Object.assign(new Error("down", { cause }), { code: "X" }))).toEqual({
    name: "Error",
    message: "down",
    code: "X",
    cause: "connect postgresql://db",
  });
});
