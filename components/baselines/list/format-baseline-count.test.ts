import { expect, test } from "vitest";
import { formatBaselineCount } from "./format-baseline-count";

test("names the filters and the number without them", () => {
  expect(formatBaselineCount({ count: 1, total: 4, filters: ["chat-70b"] })).toBe(
    "1 of 4 baselines (filter: chat-70b).",
  );
  expect(formatBaselineCount({ count: 0, total: 1, filters: ["chat-70b", "“nightly”"] })).toBe(
    "0 of 1 baseline (filter: chat-70b, “nightly”).",
  );
  expect(formatBaselineCount({ count: 2, total: null, filters: ["chat-70b"] })).toBe(
    "2 baselines (filter: chat-70b).",
  );
});

test("a list without filters states its number only", () => {
  expect(formatBaselineCount({ count: 4, total: 4, filters: [] })).toBe("4 baselines.");
  expect(formatBaselineCount({ count: 0, total: 0, filters: [] })).toBe("No baselines.");
  expect(formatBaselineCount({ count: 0, total: 0, filters: ["chat-70b"] })).toBe("No baselines.");
});
