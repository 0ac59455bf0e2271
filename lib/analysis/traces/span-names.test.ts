import { expect, test } from "vitest";
import { normalizeOperationName, normalizeName } from "./span-names";

test.each([
  ["Prefill_Forward", "prefill forward"],
  ["prefillForward", "prefill forward"],
  ["POST /v1/chat/completions", "post v1 chat completions"],
  ["GetOnlineFeatures", "get online features"],
  ["decode, 95 steps", "decode 95 steps"],
  ["", ""],
])("normalizes %j to %j", (name, words) => {
  expect(normalizeName(name)).toBe(words);
});

test.each([
  ["prefill chunk 3", "prefill chunk #"],
  ["chunk 1, 2048 tokens", "chunk #, # tokens"],
  ["GET /users/42/orders", "GET /users/#/orders"],
  ["null Req 3fa21b9c", "null Req #"],
  ["run 8a6e0804-2bd0-4672-b79d-d97027f9071a", "run #"],
  ["POST /v1/chat/completions", "POST /v1/chat/completions"],
  ["chat gpt-4", "chat gpt-4"],
  ["deadbeef cafe", "deadbeef cafe"],
])("groups %j as %j", (operation, name) => {
  expect(normalizeOperationName(operation)).toBe(name);
});

test("a name of a million characters is truncated first", () => {
  expect(normalizeOperationName("a1".repeat(500_000))).toHaveLength(200);
  expect(normalizeName("aB".repeat(500_000)).length).toBeLessThanOrEqual(300);
});
