import { expect, test } from "vitest";
import { clockSkewText } from "./clock-skew-text";

const plain = (text: string | null): string | undefined => text?.replaceAll("\u202f", " ");

test("names the direction, the amount, the consequence and the fix", () => {
  expect(plain(clockSkewText("Prometheus", 301_000))).toBe(
    "The clock of the Ridgepoint server is 5 min ahead of Prometheus. The newest data look missing. Synchronise both clocks, for example with NTP.",
  );
  expect(plain(clockSkewText("Jaeger", -45_000))).toBe(
    "The clock of the Ridgepoint server is 45 s behind Jaeger. Data of the newest 45 s are not displayed. Synchronise both clocks, for example with NTP.",
  );
});

test("five minutes stay five minutes, although sources report times in seconds", () => {
  expect(plain(clockSkewText("Prometheus", 299_200))).toContain("5 min ahead");
  expect(plain(clockSkewText("Prometheus", -299_200))).toContain(
    "Data of the newest 5 min are not displayed",
  );
});

test.each([null, 0, 30_000, -30_000])("is absent for a skew of %s ms", (skewMs) => {
  expect(clockSkewText("Prometheus", skewMs)).toBeNull();
});
