// When the demo was first started: incident, deploy and growth of its fleet are told from there, in the history that is
// loaded at each start as in the fleet that runs, so that no day's story changes with a later start.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { ensureFolder } from "../folders";

const scenarioFile = z.object({ firstStartMs: z.number() });

/** First start of the demo on this folder, epoch ms: noted at the first call, and anew when the samples were removed. */
export function readScenarioStart(dataFolder: string, prometheusData: string, nowMs: number): number {
  const file = join(ensureFolder(dataFolder), "story.json");
  if (existsSync(file) && existsSync(prometheusData))
    return scenarioFile.parse(JSON.parse(readFileSync(file, "utf8"))).firstStartMs;
  writeFileSync(file, `${JSON.stringify({ firstStartMs: nowMs })}\n`);
  return nowMs;
}
