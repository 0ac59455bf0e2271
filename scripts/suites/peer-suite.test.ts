import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dynamoRecipe, findEnvironmentFolder, litellmRecipe } from "@/demo/stack/peers/python";
import { preparePeerSuite } from "./peer-suite";

let cache = "";
beforeEach(() => {
  cache = mkdtempSync(join(tmpdir(), "ridgepoint-peer-suite-"));
  vi.stubEnv("RIDGEPOINT_CACHE", cache);
  // An empty PATH, so that no Python is found and nothing is downloaded.
  vi.stubEnv("PATH", cache);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(cache, { recursive: true, force: true });
});

function pretendMade(recipe: typeof dynamoRecipe): void {
  const folder = findEnvironmentFolder(recipe, cache);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "complete"), "");
}

async function lines(): Promise<{ readonly checks: number; readonly lines: readonly string[] }> {
  const lines: string[] = [];
  const checks = await preparePeerSuite((line) => lines.push(line));
  return { checks: checks.length, lines };
}

test("runs the suite when both products are available", async () => {
  pretendMade(dynamoRecipe);
  pretendMade(litellmRecipe);
  expect(await lines()).toEqual({
    checks: 1,
    lines: ["dynamo 1.4.0 is available", "litellm 1.106.2 is available"],
  });
});

test("skips the suite with the reason when one is missing", async () => {
  pretendMade(dynamoRecipe);
  expect(await lines()).toEqual({
    checks: 0,
    lines: [
      "dynamo 1.4.0 is available",
      "not available: litellm 1.106.2 needs Python 3.10 or newer with venv, which is not on PATH",
      "skipped: real products: Dynamo and LiteLLM",
    ],
  });
});
