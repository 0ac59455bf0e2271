import { expect, test } from "vitest";
import { createUuidV7 } from "./uuid-v7";

test("keys are version 7 and distinct", () => {
  const keys = Array.from({ length: 1_000 }, createUuidV7);
  for (const key of keys)
    expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(keys).size).toBe(1_000);
});

test("a key contains its time", () => {
  const before = Date.now();
  const keyMs = Number.parseInt(createUuidV7().replaceAll("-", "").slice(0, 12), 16);
  expect(keyMs).toBeGreaterThanOrEqual(before);
  expect(keyMs).toBeLessThanOrEqual(Date.now());
});
