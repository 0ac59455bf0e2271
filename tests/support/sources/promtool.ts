/** promtool, which creates and prints blocks, as a reference for those that we write. */
import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { silentLog } from "@/demo/stack/log";
import { requireTool } from "@/demo/stack/tools/find-tool";
import { createPrometheusRecipe } from "@/demo/stack/tools/recipes";

async function promtool(...args: readonly string[]): Promise<string> {
  const tool = await requireTool(createPrometheusRecipe(), { log: silentLog });
  const { stdout } = await promisify(execFile)(tool.programPaths["promtool"] ?? "promtool", args, {
    maxBuffer: 256 * 1024 * 1024,
  });
  return stdout;
}

/** Creates daily blocks from OpenMetrics text. */
export async function createReferenceBlocks(folder: string, openMetrics: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "samples.txt");
  writeFileSync(file, openMetrics);
  await promtool("tsdb", "create-blocks-from", "--max-block-duration=24h", "openmetrics", file, folder);
}

/** Returns the samples of all blocks in a folder, sorted, with twelve digits per value. */
export async function dumpBlocks(folder: string): Promise<readonly string[]> {
  // promtool expects a data folder, which has a write-ahead log.
  mkdirSync(join(folder, "wal"));
  const lines = (await promtool("tsdb", "dump", folder)).trim().split("\n");
  return lines
    .map((line) =>
      line.replace(/ (\S+) (\d+)$/, (_, value, atMs) => ` ${Number(Number(value).toPrecision(12))} ${atMs}`),
    )
    .toSorted();
}
