import { expect, test } from "vitest";
import { createSizedCache } from "./sized-cache";

test("removes the entries that were not used for the longest time when keys and values exceed the limit", () => {
  const cache = createSizedCache<string, object>("answers", { maxBytes: 10_000 });
  for (const name of ["a", "b", "c"]) cache.set(name, { text: "x".repeat(2_500) });
  cache.get("a");
  cache.set("d", { text: "x".repeat(2_500) });
  expect([...cache.keys()].toSorted()).toEqual(["a", "c", "d"]);
});

test("counts the key, so that many small results of long queries are limited", () => {
  const cache = createSizedCache<string, object>("answers", { maxBytes: 100_000 });
  for (let index = 0; index < 1_000; index += 1) cache.set(`${index} ${"x".repeat(2_000)}`, {});
  expect(cache.size).toBeLessThan(50);
  expect(cache.size).toBeGreaterThan(30);
});

test("does not return entries after their time", () => {
  const cache = createSizedCache<string, object>("answers", { ttlMs: 1 });
  cache.set("a", {}, { start: performance.now() - 10 });
  expect(cache.get("a")).toBeUndefined();
});
