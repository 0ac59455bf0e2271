// Runs Prometheus. It discovers its targets from the simulator over HTTP; its data survive restarts.
import { cpSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureFolder } from "./folders";
import type { Log } from "./log";
import { type Part, processPart } from "./part";
import type { ProcessOwner, ProcessSpec } from "./process/process";
import type { Tool } from "./tools/tool";
import { answers } from "./process/wait-until";

/** Targets and interval of Prometheus's scrapes. */
export interface ScrapePlan {
  /** URL of the target list. */
  readonly targetsUrl?: string;
  readonly intervalMs: number;
  /** Pattern of files with further targets, which can change while Prometheus runs. */
  readonly targetFiles?: string;
  /** Additional scrape settings, such as those of newer versions. */
  readonly settings?: Readonly<Record<string, unknown>>;
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
  readonly moreArguments?: readonly string[];
  /** Initial blocks, copied when the data folder does not exist. */
  readonly blocksFolder?: string;
  /** Prepares the data folder before Prometheus opens it for the first time in this run. */
  readonly beforeStart?: (preparation: Preparation) => Promise<void>;
}

export interface Preparation {
  readonly dataFolder: string;
  readonly owner: ProcessOwner;
  readonly signal: AbortSignal;
}

const RETENTION = "60d";
// Replaying a large write-ahead log takes seconds, on a slow disk minutes.
const READY_LIMIT_MS = 180_000;

export function prometheusDataFolder(folder: string): string {
  return join(folder, "data");
}

export function prometheusPart(options: PrometheusOptions): Part {
  const { owner, log, folder, beforeStart } = options;
  let isPrepared = false;
  return processPart({
    name: "prometheus",
    owner,
    log,
    prepare: async (abandon = new AbortController().signal) => {
      if (!isPrepared)
        await beforeStart?.({ dataFolder: prometheusDataFolder(folder), owner, signal: abandon });
      isPrepared = true;
      abandon.throwIfAborted();
      return prepare(options);
    },
  });
}

/** Returns the configuration as JSON, which is valid YAML. */
export function writeScrapeConfig(scrape: ScrapePlan | undefined): string {
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
                ...scrape.settings,
              },
            ]),
        ...(scrape.targetFiles === undefined
          ? []
          : [{ job_name: "on-demand-parts", file_sd_configs: [{ files: [scrape.targetFiles] }] }]),
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
  blocksFolder,
  moreArguments = [],
}: PrometheusOptions): ProcessSpec {
  const config = join(ensureFolder(folder), "prometheus.yml");
  writeFileSync(config, writeScrapeConfig(scrape));
  const data = prometheusDataFolder(folder);
  if (blocksFolder !== undefined && statSync(data, { throwIfNoEntry: false }) === undefined) {
    cpSync(blocksFolder, data, { recursive: true });
  }
  return {
    name: "prometheus",
    command: tool.programs["prometheus"] ?? "prometheus",
    args: [
      `--config.file=${config}`,
      `--storage.tsdb.path=${data}`,
      `--storage.tsdb.retention.time=${RETENTION}`,
      // History consists of daily blocks; merging them would only take time.
      "--storage.tsdb.max-block-duration=1d",
      `--web.listen-address=127.0.0.1:${port}`,
      "--log.level=warn",
      ...moreArguments,
    ],
    cwd: folder,
    logFile: join(folder, "prometheus.log"),
    stopLimitMs: 30_000,
    isReady: () => answers(`http://127.0.0.1:${port}/-/ready`),
    readyLimitMs: READY_LIMIT_MS,
  };
}
