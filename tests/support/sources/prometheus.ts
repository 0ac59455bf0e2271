/**
 * A real Prometheus over frozen blocks, which promtool creates from OpenMetrics text before it starts. With a scrape
 * plan it discovers targets instead. Each has a separate folder and port and is removed when stopped.
 */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { silentLog } from "@/demo/stack/log";
import { choosePorts } from "@/demo/stack/ports";
import { prometheusDataFolder, createPrometheusPart, type ScrapePlan } from "@/demo/stack/prometheus";
import { requireTool } from "@/demo/stack/tools/find-tool";
import { createPrometheusRecipe } from "@/demo/stack/tools/recipes";
import type { Tool } from "@/demo/stack/tools/tool";

export interface FrozenPrometheus {
  readonly url: string;
  readonly version: string;
  readonly stop: () => Promise<void>;
}

const run = promisify(execFile);

export interface PrometheusKind {
  /** Version to use; the stack's default when absent. */
  readonly tool?: Tool;
  readonly moreArguments?: readonly string[];
}

/** OpenMetrics text, which ends with `# EOF`, or a function that writes blocks into the data folder. */
export type FrozenHistory = string | ((dataFolder: string) => void);

/** Starts it with a history; empty when absent. */
export async function startPrometheus(
  history?: FrozenHistory,
  scrape?: ScrapePlan,
  { tool: wanted, moreArguments: extraArguments = [] }: PrometheusKind = {},
): Promise<FrozenPrometheus> {
  const tool = wanted ?? (await requireTool(createPrometheusRecipe(), { log: silentLog }));
  const folder = mkdtempSync(join(tmpdir(), "ridgepoint-prometheus-"));
  try {
    const data = prometheusDataFolder(folder);
    mkdirSync(data);
    if (typeof history === "function") history(data);
    else if (history !== undefined) {
      const file = join(folder, "data.om");
      writeFileSync(file, history);
      const promtool = tool.programPaths["promtool"] ?? "promtool";
      // Daily blocks are five to seven times as fast as the default of two hours.
      const how = ["tsdb", "create-blocks-from", "--max-block-duration=24h", "openmetrics"];
      await run(promtool, [...how, file, data], { maxBuffer: 64 * 1024 * 1024 });
    }
    const { web } = await choosePorts(["web"]);
    const part = createPrometheusPart({
      folder,
      port: web,
      owner: { notesFolder: folder, runId: "test" },
      log: silentLog,
      tool,
      extraArguments,
      ...(scrape === undefined ? {} : { scrape }),
    });
    await part.start();
    return {
      url: `http://127.0.0.1:${web}`,
      version: tool.version,
      stop: async () => {
        await part.stop();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}
