/** Half an hour of history from a sample: counters grow by their sample's value every second, gauges are constant. */
import { readFileSync } from "node:fs";

export interface SamplePage {
  /** Scrape job of the series. */
  readonly job: string;
  readonly file: string;
}

const startSeconds = 1_760_000_000;
const stepSeconds = 15;
const lengthSeconds = 1_800;

export const sampleHistoryEndMs = (startSeconds + lengthSeconds) * 1_000;

/** Gauges that behave as counters: Ray's duplicates of counters, and totals sent as gauges. */
const growing =
  /^(?:ray_data_iter_|ray_vllm[:_](?!num_requests|kv_cache|gpu_cache|engine_))|_reasons_counters_/;

/** Returns OpenMetrics text without types, so that names have no type restrictions. */
export function writeSampleHistory(pages: readonly SamplePage[]): string {
  return `${pages.flatMap(linesOf).join("\n")}\n# EOF\n`;
}

/** Returns the names of the series of a page. */
export function listMetricNamesOfPage({ file }: SamplePage): readonly string[] {
  return [...new Set(seriesIn(file).map(({ name }) => name))];
}

interface Series {
  readonly name: string;
  readonly labels: string;
  readonly value: number;
  readonly isGauge: boolean;
}

function seriesIn(file: string): readonly Series[] {
  const text = readFileSync(file, "utf8");
  const gauges = new Set([...text.matchAll(/^# TYPE (\S+) gauge$/gm)].map(([, name]) => name));
  return [...text.matchAll(/^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/gm)].map(
    ([, name = "", labels = "", value]) => ({
      name,
      // An empty label equals a missing label.
      labels: labels
        .split(/,(?=[\w.]+=)/)
        .filter((label) => label !== "" && !label.endsWith('=""'))
        .join(","),
      value: Number(value),
      isGauge: gauges.has(name) && !growing.test(name),
    }),
  );
}

function linesOf({ job, file }: SamplePage): readonly string[] {
  return seriesIn(file).flatMap(({ name, labels, value, isGauge }) => {
    const allLabels = [`job="${job}"`, `instance="${job}:1"`, ...(labels === "" ? [] : [labels])].join(",");
    return Array.from({ length: lengthSeconds / stepSeconds + 1 }, (_, index) => {
      const seconds = index * stepSeconds;
      return `${name}{${allLabels}} ${isGauge ? value : value * (seconds + 1)} ${startSeconds + seconds}`;
    });
  });
}
