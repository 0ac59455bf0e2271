import { expect, test } from "vitest";
import { describeError, removeUrlCredentials } from "./logger";

test.each([
  ["postgresql://a:hush@db:5432/x failed", "postgresql://db:5432/x failed"],
  ["at http://user@host/ and https://u:p@h", "at http://host/ and https://h"],
  ["at http://user:with@sign@host/", "at http://host/"],
  ["https://host/path?mail=a@b", "https://host/path?mail=a@b"],
  ["mail@example.com", "mail@example.com"],
])("removes credentials from %s", (text, logged) => {
  expect(removeUrlCredentials(text)).toBe(logged);
});

test("truncates a long text without exposing the password of a URL at its end", () => {
  const text = `${"x".repeat(3_980)} https://user:hush${"h".repeat(100)}@db`;
  expect(removeUrlCredentials(text)).toBe(`${"x".repeat(3_980)} https://…`);
});

test.each(["a", "://a", "http://", "a:a@"])("takes no more than linear time for repeated %j", (part) => {
  const fastestMs = (length: number): number => {
    const text = part.repeat(length / part.length);
    const timesMs = Array.from({ length: 40 }, () => {
      const startedMs = performance.now();
      removeUrlCredentials(text);
      return performance.now() - startedMs;
    });
    return Math.min(...timesMs);
  };
  // Ten times the length. A quadratic search takes a hundred times as long.
  expect(fastestMs(15_000)).toBeLessThan(40 * Math.max(fastestMs(1_500), 0.005));
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

test("removes API tokens from messages, also from causes", () => {
  const token = `rp_${"aB3".repeat(11).slice(0, 32)}_0123abcd`;
  const error = new Error(`refused ${token}, sent`, { cause: new Error(`Bearer ${token}`) });
  expect(describeError(error)).toMatchObject({
    message: "refused rp_[removed], sent",
    cause: "Bearer rp_[removed]",
  });
});
