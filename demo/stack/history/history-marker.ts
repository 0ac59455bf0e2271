// The record of which history the data folder of Prometheus contains, so that the next start loads only what is
// missing. It is next to the folder, not in it.
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import type { HistoryMarker } from "./history-plan";

const markerFile = z.object({
  untilMs: z.number(),
  isLive: z.boolean(),
  countersFromMs: z.number().optional(),
  faultsFromMs: z.number().optional(),
  missing: z
    .array(z.object({ fromMs: z.number(), toMs: z.number(), countersFromMs: z.number() }))
    .default([]),
});

/** Returns the marker; undefined if the folder has no data. */
export function readMarker(dataFolder: string): HistoryMarker | undefined {
  const file = markerPath(dataFolder);
  // Without data, the marker of an earlier folder is invalid.
  if (!existsSync(file) || !existsSync(dataFolder)) return undefined;
  return markerFile.parse(JSON.parse(readFileSync(file, "utf8")));
}

export function writeMarker(dataFolder: string, marker: HistoryMarker): void {
  const file = markerPath(dataFolder);
  writeFileSync(`${file}.new`, `${JSON.stringify(marker)}\n`);
  renameSync(`${file}.new`, file);
}

/** Records that data are complete up to `nowMs` because Prometheus has been scraping. */
export function markLive(dataFolder: string, nowMs: number): void {
  const missing = readMarker(dataFolder)?.missing ?? [];
  writeMarker(dataFolder, { untilMs: nowMs, isLive: true, missing });
}

function markerPath(dataFolder: string): string {
  return join(dirname(dataFolder), "history.json");
}
