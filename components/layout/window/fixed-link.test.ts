import { expect, test } from "vitest";
import { fixLinkTimes } from "./fixed-link";

const nowMs = 1_800_000_000_000;

test("replaces relative times by epoch milliseconds, and keeps the other parameters and the panel", () => {
  const address =
    "https://ridgepoint.test/signals?d=chat-70b&from=now-1h&live=false&cmp=previous#signal-ttft";
  expect(fixLinkTimes(address, { from: "now-1h", to: "now" }, nowMs)).toBe(
    "https://ridgepoint.test/signals?d=chat-70b&from=1799996400000&cmp=previous&to=1800000000000#signal-ttft",
  );
});

test("adds the default window to a link without times, and keeps fixed times", () => {
  expect(fixLinkTimes("https://ridgepoint.test/overview", { from: "now-6h", to: "now" }, nowMs)).toBe(
    "https://ridgepoint.test/overview?from=1799978400000&to=1800000000000",
  );
  const fixed = "https://ridgepoint.test/traces?from=1700000000000&to=1700003600000";
  expect(fixLinkTimes(fixed, { from: "1700000000000", to: "1700003600000" }, nowMs)).toBe(fixed);
});
