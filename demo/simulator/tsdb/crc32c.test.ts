import { expect, test } from "vitest";
import { crc32c } from "./crc32c";

test.each([
  ["", 0],
  ["123456789", 0xe3069283],
  ["\0".repeat(32), 0x8a9136aa],
])("returns the published checksum of %j", (text, sum) => {
  expect(crc32c(Buffer.from(text, "latin1"))).toBe(sum);
});
