import { expect, test } from "vitest";
import { inactiveAfterMs, inactiveSinceMs, isListed, unlistedAfterMs } from "./deployment-review";

const missing = { missingSinceMs: 1_000, lastSeenAtMs: 900, review: "proposed" } as const;

test("is inactive after an hour since it was last seen, and unlisted after a day", () => {
  expect(inactiveSinceMs(missing, 1_000 + inactiveAfterMs - 1)).toBeNull();
  expect(inactiveSinceMs(missing, 1_000 + inactiveAfterMs)).toBe(900);
  expect(isListed(missing, 1_000 + unlistedAfterMs - 1)).toBe(true);
  expect(isListed(missing, 1_000 + unlistedAfterMs)).toBe(false);
});

test("stays active while its source does not respond, and is never listed when hidden", () => {
  const present = { ...missing, missingSinceMs: null };
  expect(inactiveSinceMs(present, Number.MAX_SAFE_INTEGER)).toBeNull();
  expect(isListed(present, Number.MAX_SAFE_INTEGER)).toBe(true);
  expect(isListed({ ...present, review: "hidden" }, 0)).toBe(false);
});
