// Start of the fleet's scenario (incident, deploy and growth). History and the live fleet use the same origin, so a
// later start does not change a past day.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { ensureFolder } from "../folders";

const scenarioFile = z.object({ firstStartMs: z.number() });

/**
 * Returns the first start of the demo in this folder in epoch milliseconds. Stored at the first call, and again when
 * the samples were deleted.
 */
export function readOrStoreScenarioStart(
  dataFolder: string,
  prometheusFolder: string,
  nowMs: number,
): number {
  const file = join(ensureFolder(dataFolder), "story.json");
  if (existsSync(file) && existsSync(prometheusFolder))
    return scenarioFile.parse(JSON.parse(readFileSync(file, "utf8"))).firstStartMs;
  writeFileSync(file, `${JSON.stringify({ firstStartMs: nowMs })}\n`);
  return nowMs;
}
