import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readBuildId } from "./build";

test("a build is told by what it wrote down, and sources are none", () => {
  const folder = mkdtempSync(join(tmpdir(), "ridgepoint-build-"));
  expect(readBuildId(folder)).toBeNull();
  mkdirSync(join(folder, ".next"));
  writeFileSync(join(folder, ".next/BUILD_ID"), "abc\n");
  expect(readBuildId(folder)).toBe("abc");
  rmSync(folder, { recursive: true });
});
