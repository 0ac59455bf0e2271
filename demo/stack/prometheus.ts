// Runs a Prometheus of our own. What it scrapes it learns over HTTP from the simulator; its data outlive restarts.
import { cpSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureFolder } from "./folders";
import type { Log } from "./log";
import { type Part, processPart } from "./part";
import type { ProcessOwner, ProcessSpec } from "./process/process";
import type { Tool } from "./tools/tool";
import { answers } from "./process/wait-until";

/** What Prometheus scrapes, and how often. */
export interface ScrapePlan {
  /** The address that lists the targets. */
  readonly targetsUrl?: string;
  readonly intervalMs: number;
  /** Pattern of files that list further targets; they come and go while Prometheus runs. */
  readonly targetFiles?: string;
  /** Further settings of the scrape, such as those that a version added. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

export interface PrometheusOptions {
  readonly folder: string;
  readonly port: number;
  readonly owner: ProcessOwner;
  readonly log: Log;
  readonly tool: Tool;
  /** Absent: nothing is scraped, and only what the data folder holds is served. */
  readonly scrape?: ScrapePlan;
  /** Further arguments, such as features that a version has switched off. */
  readonly moreArguments?: readonly string[];
  /** Blocks to start with, copied when the data folder does not exist yet. */
  readonly blocksFolder?: string;
}

const RETENTION = "60d";
// Replaying the log of a long run takes seconds; on a slow disk it may take minutes.
const READY_LIMIT_MS = 180_000;

export function prometheusDataFolder(folder: string): string {
  return join(folder, "data");
}

export function prometheusPart(options: PrometheusOptions): Part {
  return processPart({
    name: "prometheus",
    owner: options.owner,
    log: options.log,
    prepare: () => Promise.resolve(prepare(options)),
  });
}

/** The configuration as text; JSON, which is YAML. */
export function writeScrapeConfig(scrape: ScrapePlan | undefined): string {
  if (scrape === undefined) return "{}\n";
  const interval = `${scrape.intervalMs}ms`;
  // A target that is not up yet when Prometheus first asks is found soon all the same.
  const refresh = `${Math.min(Math.max(scrape.intervalMs, 1_000), 5_000)}ms`;
  return `${JSON.stringify(
    {
      global: { scrape_interval: interval, scrape_timeout: `${Math.min(scrape.intervalMs, 10_000)}ms` },
      // Each target group of the fleet brings its own `job`, `instance` and `__metrics_path__`.
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
      // History comes in blocks of a day; merging them into larger ones would only cost time.
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
