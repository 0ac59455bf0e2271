import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readBuildId } from "./build";

test("reads the id of a build, and returns null for sources", () => {
  const folder = mkdtempSync(join(tmpdir(), "ridgepoint-build-"));
  expect(readBuildId(folder)).toBeNull();
  mkdirSync(join(folder, ".next"));
  writeFileSync(join(folder, ".next/BUILD_ID"), "abc\n");
  expect(readBuildId(folder)).toBe("abc");
  rmSync(folder, { recursive: true });
});
