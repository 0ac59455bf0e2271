import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readOrStoreScenarioStart } from "./scenario-start";

test("the first start is stored as long as its samples exist", () => {
  const folder = mkdtempSync(join(tmpdir(), "ridgepoint-story-"));
  const data = join(folder, "prometheus");
  try {
    expect(readOrStoreScenarioStart(folder, data, 1_000)).toBe(1_000);
    mkdirSync(data);
    expect(readOrStoreScenarioStart(folder, data, 2_000)).toBe(1_000);
    rmSync(data, { recursive: true });
    expect(readOrStoreScenarioStart(folder, data, 3_000)).toBe(3_000);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
