import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { AppError } from "@/lib/model/app-error";
import { parseIdempotencyKey } from "./idempotency";

test.each(["deploy-1", "x".repeat(128)])("%s is a valid key", (key) => {
  expect(parseIdempotencyKey(key)).toBe(key);
});

test.each([null, "deploy1", "x".repeat(129), "deploy 12"])("%s is an invalid key", (key) => {
  expect(() => parseIdempotencyKey(key)).toThrow(AppError);
});

test("every example key of the docs is valid, even with short values", () => {
  const examples = [
    ...readFileSync("docs/events.md", "utf8").matchAll(/idempotency-key: (?<key>[^"]+)"/g),
  ].flatMap(({ groups }) => (groups?.["key"] === undefined ? [] : [groups["key"].replace(/\$\w+/, "1")]));
  expect(examples.length).toBeGreaterThan(1);
  for (const key of examples) expect(parseIdempotencyKey(key)).toBe(key);
});
