/**
 * The suite of `npm run test:deep` that runs real products: what of them this machine has or can fetch. Where one cannot be had
 * the suite is left out, and says why.
 */
import { dynamoRecipe, findPython, litellmRecipe } from "@/demo/stack/peers/python";
import type { Check } from "./checks";

const check: Check = {
  name: "real products: Dynamo and LiteLLM",
  command: ["vitest", "run", "--project", "deep"],
  fix: "RIDGEPOINT_DEEP=1 npx vitest run --project deep <file>",
  env: { RIDGEPOINT_DEEP: "1" },
};

/** The check, or none with one line for each product that is not available. */
export async function peerSuite(log: (line: string) => void): Promise<readonly Check[]> {
  const missing: string[] = [];
  // One after the other: each fetches the better part of a gigabyte the first time.
  for (const recipe of [dynamoRecipe, litellmRecipe]) {
    const found = await findPython(recipe, { log });
    if (found.kind === "missing") missing.push(found.reason);
    else log(`${recipe.name} ${recipe.version} is available`);
  }
  for (const reason of missing) log(`not available: ${reason}`);
  if (missing.length > 0) log(`left out: ${check.name}`);
  return missing.length === 0 ? [check] : [];
}
