import { expect, test } from "vitest";
import { goneAfterMs, goneSinceMs, isListed, unlistedAfterMs } from "./deployment-review";

const seen = { missingSinceMs: 1_000, lastSeenAtMs: 900, review: "proposed" } as const;

test("gone after an hour, told by when it was last seen, and off the lists after a day", () => {
  expect(goneSinceMs(seen, 1_000 + goneAfterMs - 1)).toBeNull();
  expect(goneSinceMs(seen, 1_000 + goneAfterMs)).toBe(900);
  expect(isListed(seen, 1_000 + unlistedAfterMs - 1)).toBe(true);
  expect(isListed(seen, 1_000 + unlistedAfterMs)).toBe(false);
});

test("a source that is silent makes nothing gone; a hidden one is never listed", () => {
  const present = { ...seen, missingSinceMs: null };
  expect(goneSinceMs(present, Number.MAX_SAFE_INTEGER)).toBeNull();
  expect(isListed(present, Number.MAX_SAFE_INTEGER)).toBe(true);
  expect(isListed({ ...present, review: "hidden" }, 0)).toBe(false);
});
