// Runs Prometheus. It discovers its targets from the simulator over HTTP; its data survive restarts.
import { cpSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureFolder } from "./folders";
import type { Log } from "./log";
import { type Part, createProcessPart } from "./part";
import type { ProcessOwner, ProcessSpec } from "./process/process";
import type { Tool } from "./tools/tool";
import { isResponding } from "./process/wait-until";

/** Targets and interval of Prometheus's scrapes. */
export interface ScrapePlan {
  /** URL of the list of targets. Absent if the targets are listed in files only. */
  readonly targetsUrl?: string;
  readonly intervalMs: number;
  /** Pattern of files with targets, which can change while Prometheus runs. Absent if there are none. */
  readonly targetFilesPattern?: string;
  /** Additional fields of the scrape configuration, such as those of newer versions. */
  readonly extraScrapeConfig?: Readonly<Record<string, unknown>>;
}

export interface PrometheusOptions {
  readonly folder: string;
  readonly port: number;
  readonly owner: ProcessOwner;
  readonly log: Log;
  readonly tool: Tool;
  /** When absent, Prometheus scrapes nothing and serves only its data folder. */
  readonly scrape?: ScrapePlan;
  /** Additional arguments, such as features that are off by default in a version. */
  readonly extraArguments?: readonly string[];
  /** Folder with blocks that are copied if the data folder does not exist. Absent if there are none. */
  readonly initialBlocksFolder?: string;
  /** Prepares the data folder before Prometheus opens it for the first time in this run. */
  readonly beforeStart?: (preparation: DataFolderPreparation) => Promise<void>;
}

/** Inputs for the preparation of Prometheus's data folder. */
export interface DataFolderPreparation {
  readonly dataFolder: string;
  readonly owner: ProcessOwner;
  readonly signal: AbortSignal;
}

const RETENTION = "60d";
// Replaying a large write-ahead log takes seconds, on a slow disk minutes.
const READY_LIMIT_MS = 180_000;

/** Returns the data folder inside Prometheus's folder. */
export function prometheusDataFolder(prometheusFolder: string): string {
  return join(prometheusFolder, "data");
}

/** Creates the part that runs Prometheus. */
export function createPrometheusPart(options: PrometheusOptions): Part {
  const { owner, log, folder, beforeStart } = options;
  let isPrepared = false;
  return createProcessPart({
    name: "prometheus",
    owner,
    log,
    prepareProcess: async (signal = new AbortController().signal) => {
      if (!isPrepared) await beforeStart?.({ dataFolder: prometheusDataFolder(folder), owner, signal });
      isPrepared = true;
      signal.throwIfAborted();
      return prepare(options);
    },
  });
}

/** Returns the configuration file's text as JSON, which is valid YAML. */
export function formatPrometheusConfig(scrape: ScrapePlan | undefined): string {
  if (scrape === undefined) return "{}\n";
  const interval = `${scrape.intervalMs}ms`;
  // A short refresh interval finds targets that start after Prometheus.
  const refresh = `${Math.min(Math.max(scrape.intervalMs, 1_000), 5_000)}ms`;
  return `${JSON.stringify(
    {
      global: { scrape_interval: interval, scrape_timeout: `${Math.min(scrape.intervalMs, 10_000)}ms` },
      // Each target group of the fleet sets its `job`, `instance` and `__metrics_path__`.
      scrape_configs: [
        ...(scrape.targetsUrl === undefined
          ? []
          : [
              {
                job_name: "fleet",
                http_sd_configs: [{ url: scrape.targetsUrl, refresh_interval: refresh }],
                ...scrape.extraScrapeConfig,
              },
            ]),
        ...(scrape.targetFilesPattern === undefined
          ? []
          : [{ job_name: "on-demand-parts", file_sd_configs: [{ files: [scrape.targetFilesPattern] }] }]),
      ],
    },
    undefined,
    2,
  )}\n`;
}

function prepare({
  folder,
  port,
  tool,
  scrape,
  initialBlocksFolder,
  extraArguments = [],
}: PrometheusOptions): ProcessSpec {
  const config = join(ensureFolder(folder), "prometheus.yml");
  writeFileSync(config, formatPrometheusConfig(scrape));
  const data = prometheusDataFolder(folder);
  if (initialBlocksFolder !== undefined && statSync(data, { throwIfNoEntry: false }) === undefined) {
    cpSync(initialBlocksFolder, data, { recursive: true });
  }
  return {
    name: "prometheus",
    command: tool.programPaths["prometheus"] ?? "prometheus",
    args: [
      `--config.file=${config}`,
      `--storage.tsdb.path=${data}`,
      `--storage.tsdb.retention.time=${RETENTION}`,
      // History consists of daily blocks; merging them would only take time.
      "--storage.tsdb.max-block-duration=1d",
      `--web.listen-address=127.0.0.1:${port}`,
      "--log.level=warn",
      ...extraArguments,
    ],
    cwd: folder,
    logFile: join(folder, "prometheus.log"),
    stopTimeoutMs: 30_000,
    isReady: () => isResponding(`http://127.0.0.1:${port}/-/ready`),
    readyTimeoutMs: READY_LIMIT_MS,
  };
}
