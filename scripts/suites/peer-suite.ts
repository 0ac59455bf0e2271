/**
 * The suite of `npm run test:deep` that runs real products. It is skipped, with the reason, when a product cannot be
 * installed.
 */
import { dynamoRecipe, preparePython, litellmRecipe } from "@/demo/stack/peers/python";
import type { SuiteCheck } from "./checks";

const check: SuiteCheck = {
  name: "real products: Dynamo and LiteLLM",
  command: ["vitest", "run", "--project", "deep", "--exclude", "tests/deep/strange-*.test.ts"],
  fix: "RIDGEPOINT_DEEP=1 npx vitest run --project deep <file>",
  env: { RIDGEPOINT_DEEP: "1" },
};

/** Returns the check that runs real products. Returns no check, and logs each missing product, if one cannot be installed. */
export async function preparePeerSuite(log: (line: string) => void): Promise<readonly SuiteCheck[]> {
  const missing: string[] = [];
  // One after the other, because each downloads almost a gigabyte the first time.
  for (const recipe of [dynamoRecipe, litellmRecipe]) {
    const found = await preparePython(recipe, { log });
    if (found.kind === "missing") missing.push(found.reason);
    else log(`${recipe.name} ${recipe.version} is available`);
  }
  for (const reason of missing) log(`not available: ${reason}`);
  if (missing.length > 0) log(`skipped: ${check.name}`);
  return missing.length === 0 ? [check] : [];
}
