import { expect, test, vi } from "vitest";
import { newIdempotencyKey } from "./new-key";

test("creates different keys without a secure context", () => {
  const real = crypto;
  vi.stubGlobal("crypto", {
    getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => real.getRandomValues(bytes),
  });
  const keys = Array.from({ length: 100 }, newIdempotencyKey);
  vi.unstubAllGlobals();
  expect(new Set(keys).size).toBe(100);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
});
