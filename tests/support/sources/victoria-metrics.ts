/**
 * A real VictoriaMetrics over frozen history: OpenMetrics text, sent to its import endpoint before any query. It has
 * a separate folder and port and is removed when stopped.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { choosePorts } from "@/demo/stack/ports";
import { startProcess, type ProcessSpec, type RunningProcess } from "@/demo/stack/process/process";
import { isResponding } from "@/demo/stack/process/wait-until";
import type { Tool, ToolRecipe } from "@/demo/stack/tools/tool";
import type { FrozenPrometheus } from "./prometheus";

/**
 * Debian builds it without a version, so any version that starts is accepted. Searched on PATH, in the cache and in
 * Debian's package.
 */
export const victoriaMetricsRecipe: Omit<ToolRecipe, "goRecipe"> = {
  name: "victoria-metrics",
  programNames: ["victoria-metrics"],
  minimumVersion: "0.0.0",
  versionArguments: ["-version"],
  parseVersion: (output) => /(\d+\.\d+\.\d+)/.exec(output)?.[1] ?? "0.0.0",
  archive: undefined,
  debianPackage: "victoria-metrics",
};

const readyTimeoutMs = 60_000;
const linesPerRequest = 200_000;

/** Converts OpenMetrics times in seconds to milliseconds; the import ignores comments. */
function toImportLines(openMetrics: string): readonly string[] {
  return openMetrics.split("\n").flatMap((line) => {
    const [, series, seconds] = /^([^#].*) (\S+)$/.exec(line) ?? [];
    return series === undefined ? [] : [`${series} ${Math.round(Number(seconds) * 1_000)}`];
  });
}

async function send(url: string, body?: string): Promise<void> {
  const response = await fetch(url, body === undefined ? {} : { method: "POST", body });
  if (!response.ok) throw new Error(`${url} answers ${response.status}: ${await response.text()}`);
}

export async function startVictoriaMetrics(openMetrics: string, tool: Tool): Promise<FrozenPrometheus> {
  const folder = mkdtempSync(join(tmpdir(), "ridgepoint-victoria-"));
  const { web } = await choosePorts(["web"]);
  const url = `http://127.0.0.1:${web}`;
  const spec: ProcessSpec = {
    name: "victoria-metrics",
    command: tool.programPaths["victoria-metrics"] ?? "victoria-metrics",
    args: [
      `-storageDataPath=${join(folder, "data")}`,
      `-httpListenAddr=127.0.0.1:${web}`,
      // In months: frozen history is older than the default retention.
      "-retentionPeriod=1200",
      "-loggerLevel=WARN",
    ],
    cwd: folder,
    logFile: join(folder, "victoria-metrics.log"),
    isReady: () => isResponding(`${url}/health`),
    readyTimeoutMs,
  };
  let running: RunningProcess | undefined;
  const stop = async (): Promise<void> => {
    await running?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    running = await startProcess(spec, { notesFolder: folder, runId: "test" });
    await importHistory(url, openMetrics);
    return { url, version: tool.version, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function importHistory(url: string, openMetrics: string): Promise<void> {
  const lines = toImportLines(openMetrics);
  for (let from = 0; from < lines.length; from += linesPerRequest) {
    const part = lines.slice(from, from + linesPerRequest);
    await send(`${url}/api/v1/import/prometheus`, `${part.join("\n")}\n`);
  }
  // Makes imported samples searchable immediately.
  await send(`${url}/internal/force_flush`);
}
