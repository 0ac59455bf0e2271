import { afterEach, expect, test } from "vitest";
import { toFileName } from "./save-file";

const time = { endMs: Date.UTC(2026, 10, 30, 7, 40) };

afterEach(() => history.replaceState(null, "", "/"));

test("names a file after deployment, panel and time", () => {
  history.replaceState(null, "", "/signals?d=chat-70b");
  expect(toFileName("Time to first token, TTFT", time, "png")).toBe(
    "chat-70b-time-to-first-token-2026-11-30T0740Z.png",
  );
  expect(toFileName("Roofline of one H200, trail", time, "csv")).toBe(
    "chat-70b-roofline-of-one-h200-trail-2026-11-30T0740Z.csv",
  );
});

test("leaves the deployment out on a page without one", () => {
  expect(toFileName("TTFT p95 vs. requests", time, "csv")).toBe("ttft-p95-vs-requests-2026-11-30T0740Z.csv");
});
