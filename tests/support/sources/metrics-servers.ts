/**
 * Metrics servers for test suites: the stack's Prometheus, Debian's older one, VictoriaMetrics. Each is searched on
 * PATH, in the cache and among Debian's packages. Missing ones are listed with the reason.
 */
import { cacheFolder } from "@/demo/stack/folders";
import { silentLog } from "@/demo/stack/log";
import { withLock } from "@/demo/stack/process/lock.mjs";
import { unpackDebianPackage } from "@/demo/stack/tools/debian-package";
import { requireTool } from "@/demo/stack/tools/find-tool";
import { findInstalled } from "@/demo/stack/tools/installed";
import { createPrometheusRecipe } from "@/demo/stack/tools/recipes";
import { compareVersions, type Tool, type ToolRecipe } from "@/demo/stack/tools/tool";
import { startPrometheus, type FrozenPrometheus } from "./prometheus";
import { startVictoriaMetrics, victoriaMetricsRecipe } from "./victoria-metrics";

export interface MetricsServer {
  /** For example "Prometheus 2.42.0". */
  readonly name: string;
  readonly flavour: "prometheus" | "victoriametrics";
  readonly version: string;
  /** Starts it with frozen history in OpenMetrics format. */
  readonly start: (openMetrics: string) => Promise<FrozenPrometheus>;
}

export interface MetricsServers {
  readonly found: readonly MetricsServer[];
  /** One sentence each. */
  readonly missing: readonly string[];
}

const noGo = { version: "", moduleFolder: "", packages: {}, linkerFlags: "", expectedMinutes: 0 };

/** Returns the first installed tool that `isWanted`, else Debian's, else the reason why there is none. */
async function findOne(recipe: ToolRecipe, isWanted: (tool: Tool) => boolean): Promise<Tool | string> {
  const cache = cacheFolder();
  const find = async (): Promise<Tool | undefined> => (await findInstalled(recipe, cache)).find(isWanted);
  const installed = await find();
  if (installed !== undefined) return installed;
  return withLock(`${cache}/locks/fetch-${recipe.name}.lock`, async () => {
    const fetched = (await find()) ?? (await unpackDebianPackage(recipe, cache, silentLog));
    if (typeof fetched === "string") return fetched;
    return isWanted(fetched) ? fetched : `Debian's is ${fetched.version}`;
  });
}

const isOld = ({ version }: Tool): boolean => compareVersions(version, "3.0.0") < 0;

const missingOf = (what: string, found: Tool | string): readonly string[] =>
  typeof found === "string" ? [`skipped ${what}: ${found}`] : [];

export interface PrometheusVersions {
  /** The stack's Prometheus first, then one of the other generation. */
  readonly found: readonly Tool[];
  readonly missing: readonly string[];
}

export async function findPrometheusVersions(): Promise<PrometheusVersions> {
  const stackTool = await requireTool(createPrometheusRecipe(), { log: silentLog });
  const other = await findOne(createPrometheusRecipe(), (tool) => isOld(tool) !== isOld(stackTool));
  return {
    found: [stackTool, ...(typeof other === "string" ? [] : [other])],
    missing: missingOf(isOld(stackTool) ? "a Prometheus 3" : "a Prometheus 2", other),
  };
}

export async function findMetricsServers(): Promise<MetricsServers> {
  const { found, missing } = await findPrometheusVersions();
  const victoria = await findOne({ ...victoriaMetricsRecipe, goRecipe: noGo }, () => true);
  const prometheus = (tool: Tool): MetricsServer => ({
    name: `Prometheus ${tool.version}`,
    flavour: "prometheus",
    version: tool.version,
    start: (openMetrics) => startPrometheus(openMetrics, undefined, { tool }),
  });
  return {
    found: [
      ...found.map(prometheus),
      ...(typeof victoria === "string"
        ? []
        : [
            {
              name: "VictoriaMetrics",
              flavour: "victoriametrics" as const,
              version: victoria.version,
              start: (openMetrics: string) => startVictoriaMetrics(openMetrics, victoria),
            },
          ]),
    ],
    missing: [...missing, ...missingOf("VictoriaMetrics", victoria)],
  };
}
