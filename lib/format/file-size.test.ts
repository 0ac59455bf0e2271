import { expect, test } from "vitest";
import { formatExactFileSize, formatFileSize } from "./file-size";

test.each([
  [1, "1 byte"],
  [1_023, "1,023 bytes"],
  [1_024, "1.00\u202fKiB"],
  [1_048_575, "1,024\u202fKiB"],
  [5_242_880, "5.00\u202fMiB"],
])("formats %i as %s", (byteCount, text) => {
  expect(formatFileSize(byteCount)).toBe(text);
});

test("an exact size has its bytes, so that a file one byte above the limit differs from it", () => {
  expect(formatExactFileSize(5_242_881)).toMatch(/^5\.00\sMiB \(5,242,881 bytes\)$/);
  expect(formatExactFileSize(12)).toBe("12 bytes");
});
