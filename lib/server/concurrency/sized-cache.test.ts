import { expect, test, vi } from "vitest";
import { createSizedCache, getSharedEntries } from "./sized-cache";

const names = ["a", "b", "c", "d"];
const text = (length: number) => ({ text: "x".repeat(length) });

test("removes the entries that were not used for the longest time when keys and values exceed the limit", () => {
  const cache = createSizedCache<string, object>("answers", { maxBytes: 10_000 });
  for (const name of ["a", "b", "c"]) cache.set(name, text(2_500));
  cache.get("a");
  cache.set("d", text(2_500));
  expect(names.filter((name) => cache.get(name) !== undefined)).toEqual(["a", "c", "d"]);
});

test("counts the key, so that many small results of long queries are limited", () => {
  const cache = createSizedCache<string, object>("answers", { maxBytes: 100_000 });
  const keys = Array.from({ length: 1_000 }, (_, index) => `${index} ${"x".repeat(2_000)}`);
  for (const key of keys) cache.set(key, {});
  const stored = keys.filter((key) => cache.get(key) !== undefined).length;
  expect(stored).toBeLessThan(50);
  expect(stored).toBeGreaterThan(30);
});

test("does not return entries after their time", () => {
  const now = vi.spyOn(performance, "now").mockReturnValue(10_000);
  const cache = createSizedCache<string, object>("answers", { ttlMs: 1_000 });
  cache.set("a", {});
  cache.set("b", {}, { ttlMs: 3_000 });
  now.mockReturnValue(12_000);
  expect([cache.get("a"), cache.get("b")]).toEqual([undefined, {}]);
  now.mockRestore();
});

test("any number of caches of one purpose share its memory, and no entries", () => {
  const caches = Array.from({ length: 20 }, () => createSizedCache<string, object>("lastResults"));
  const { maxSize } = getSharedEntries("lastResults");
  const value = text(Math.floor(maxSize / 10));
  for (const cache of caches) cache.set("same key", value);
  expect(caches.filter((cache) => cache.get("same key") !== undefined)).toHaveLength(9);
  expect(getSharedEntries("lastResults").calculatedSize).toBeLessThanOrEqual(maxSize);
  for (const cache of caches) cache.delete("same key");
});
