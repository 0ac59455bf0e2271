/**
 * A baseline as Markdown: date, load configuration, results, then environment and provenance. Values that were not
 * measured are omitted, and percentiles and means have their 95 % intervals.
 */
import type { BaselineSummary, QuantileEstimate } from "@/lib/analysis/baselines/summarise-baseline";
import { formatNumber, formatQuantileWithUnit, formatWithUnit, type ValueBucket } from "@/lib/format/number";
import { formatDuration } from "@/lib/format/time";
import type { BaselineDocument } from "@/lib/model/baseline/baseline-document";
import type { BaselineImport } from "@/lib/model/baseline/import/baseline-import";
import { signalDefinition, type SignalId } from "@/lib/model/signals/signals";
import { importText } from "./import-text";
import { requestCountingText } from "./load-text";
import { lowerBoundText } from "@/lib/sentences/comparisons/statistic-text";
import { codeText, plainText } from "@/lib/sentences/markdown-text";

/** Baseline with its statistics, to export as Markdown. */
export interface DescribedBaseline {
  readonly document: Pick<
    BaselineDocument,
    "window" | "deployment" | "load" | "environment" | "concerns" | "provenance"
  >;
  readonly numbers: BaselineSummary;
  /** Null for a baseline that was captured here. */
  readonly imported: BaselineImport | null;
  /** Writes a time in ISO 8601, such as 2026-10-01T12:00:00.000Z. */
  readonly writeTime: (atMs: number) => string;
}

const bytesPerGb = 1e9;
const latencies = [
  ["ttft", "TTFT"],
  ["tpot", "TPOT"],
  ["itl", "ITL"],
  ["e2e", "E2E"],
] as const;

/** Writes a baseline as Markdown, which ends with a line break. Dates are in UTC. */
export function writeBaselineMarkdown(
  name: string,
  { document, numbers, imported, writeTime }: DescribedBaseline,
): string {
  const { window, deployment, environment, concerns, provenance } = document;
  const date = writeTime(window.endMs).slice(0, 10);
  const sections: readonly (readonly [string, readonly string[]])[] = [
    ["Load Configuration", listLoad(document)],
    ["Results", listResults(numbers)],
    [
      "Environment",
      Object.entries(environment).map(
        ([path, { value, origin }]) => `${path}: ${codeText(value)} (${origin})`,
      ),
    ],
    ["Remarks", concerns.map(({ detail }) => plainText(detail))],
    [
      "Provenance",
      [
        `Name: ${plainText(name)}`,
        `Deployment: ${plainText(deployment.title)} (${codeText(deployment.model)}, ${deployment.engine})`,
        `Window: ${writeTime(window.startMs)} to ${writeTime(window.endMs)}`,
        `Scrape interval: ${formatDuration(provenance.scrapeIntervalMs)}`,
        `Block length: ${formatDuration(provenance.stepMs)}`,
        `Sampling: ${plainText(provenance.sampling)}`,
        `Source: ${plainText(provenance.source)}`,
        ...(imported === null ? [] : [plainText(importText(imported))]),
        `Author: ${plainText(provenance.author)}`,
        `Captured: ${writeTime(provenance.capturedAtMs)} by Ridgepoint ${provenance.productVersion}`,
      ],
    ],
  ];
  const text = sections
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => `## ${title}\n${lines.map((line) => `- ${line}`).join("\n")}\n`);
  return [`# Baseline Performance (Date: ${date})\n`, ...text].join("\n");
}

function listLoad({ load, window }: DescribedBaseline["document"]): readonly string[] {
  const { users, spawnRatePerSecond, durationSeconds } = load.entered;
  const durationMs = durationSeconds === undefined ? window.endMs - window.startMs : durationSeconds * 1_000;
  return [
    ...(users === undefined ? [] : [`Users: ${users}`]),
    ...(spawnRatePerSecond === undefined ? [] : [`Spawn Rate: ${spawnRatePerSecond}/sec`]),
    `Duration: ${formatDuration(durationMs)}`,
    ...lineOf("Arrivals", load.requestsPerSecond, " requests/sec"),
    ...lineOf("Arrivals per Instance", load.requestsPerSecondPerInstance, " requests/sec"),
    ...(load.requestsPerSecond === null
      ? []
      : [`Arrivals Are Computed From: ${requestCountingText(load.requestCounting)}`]),
    ...lineOf("Mean Ready Instances", load.meanInstanceCount),
    ...lineOf("Mean Prompt Length", load.meanPromptTokens, " tokens"),
    ...lineOf("Mean Output Length", load.meanOutputTokens, " tokens"),
    ...lineOf("Mean Running Requests", load.meanRunningRequests),
  ];
}

function listResults({ distributions, rates, gauges }: BaselineSummary): readonly string[] {
  const gauge = (id: SignalId): number | undefined => gauges.find(({ signal }) => signal === id)?.mean;
  const rate = (id: SignalId): number | undefined => rates.find(({ signal }) => signal === id)?.perSecond;
  return [
    ...latencies.flatMap(([id, label]) => {
      const found = distributions.find(({ signal }) => signal === id);
      return found === undefined
        ? []
        : [
            ...found.quantiles.map((one) => writeQuantile(label, one)),
            ...(found.mean === null ? [] : [writeMean(label, found.mean, found.meanInterval)]),
          ];
    }),
    ...lineOf("Throughput", rate("output-tokens"), " tokens/sec"),
    ...lineOf("Requests", rate("requests"), " requests/sec"),
    ...percentLine("GPU Utilization", gauge("gpu-utilisation")),
    ...percentLine("GPU Engine Active", gauge("gpu-engine-active")),
    ...writeMemory(gauge("gpu-memory-used"), gauge("gpu-memory-free")),
    ...percentLine("KV Cache Usage", gauge("kv-usage")),
    ...percentLine("CPU Usage", gauge("host-cpu")),
    ...listFurtherResults({ distributions, rates, gauges }),
  ];
}

/** Lists the signals of training jobs and databases by their names, because the template has no line for them. */
function listFurtherResults({ distributions, rates, gauges }: BaselineSummary): readonly string[] {
  const isFurther = ({ signal }: { readonly signal: SignalId }): boolean =>
    ["training", "database"].includes(signalDefinition(signal).family);
  return [
    ...distributions.filter(isFurther).flatMap(({ signal, quantiles, mean, meanInterval }) => [
      ...quantiles.map(({ quantile, value, lower, upper, bucket }) => {
        const interval =
          upper === null
            ? lowerBoundText(lower, formatSignalValue(signal, lower))
            : formatSignalRange(signal, { lower, upper });
        return `${signalDefinition(signal).title} P${Math.round(quantile * 100)}: ${formatSignalQuantile(signal, value, bucket)} (95 % interval: ${interval})`;
      }),
      ...(mean === null
        ? []
        : [
            `${signalDefinition(signal).title} Avg: ${formatSignalValue(signal, mean)}${meanInterval === null ? "" : ` (95 % interval: ${formatSignalRange(signal, meanInterval)})`}`,
          ]),
    ]),
    ...rates
      .filter(isFurther)
      .map(
        ({ signal, perSecond }) =>
          `${signalDefinition(signal).title}: ${formatSignalValue(signal, perSecond)}`,
      ),
    ...gauges
      .filter(isFurther)
      .map(({ signal, mean }) => `${signalDefinition(signal).title}: ${formatSignalValue(signal, mean)}`),
  ];
}

function formatSignalQuantile(signal: SignalId, value: number, bucket: ValueBucket): string {
  const { unit, displayUnit } = signalDefinition(signal);
  return formatQuantileWithUnit(value, bucket, unit, displayUnit);
}

function formatSignalValue(signal: SignalId, value: number): string {
  const { unit, displayUnit } = signalDefinition(signal);
  return formatWithUnit(value, unit, displayUnit);
}

function formatSignalRange(
  signal: SignalId,
  { lower, upper }: { readonly lower: number; readonly upper: number },
) {
  return `${formatSignalValue(signal, lower)} to ${formatSignalValue(signal, upper)}`;
}

function writeQuantile(label: string, { quantile, value, lower, upper }: QuantileEstimate): string {
  const interval =
    upper === null
      ? lowerBoundText(lower, formatSeconds(lower))
      : `${formatSeconds(lower)} to ${formatSeconds(upper)}`;
  return `${label} P${Math.round(quantile * 100)}: ${formatSeconds(value)} (95 % interval: ${interval})`;
}

function writeMean(
  label: string,
  mean: number,
  interval: BaselineSummary["distributions"][number]["meanInterval"],
): string {
  const range =
    interval === null
      ? ""
      : ` (95 % interval: ${formatSeconds(interval.lower)} to ${formatSeconds(interval.upper)})`;
  return `${label} Avg: ${formatSeconds(mean)}${range}`;
}

function writeMemory(usedBytes: number | undefined, freeBytes: number | undefined): readonly string[] {
  if (usedBytes === undefined) return [];
  const used = `${formatNumber(usedBytes / bytesPerGb)}GB`;
  if (freeBytes === undefined) return [`VRAM Usage: ${used}`];
  const totalBytes = usedBytes + freeBytes;
  const percent = Math.round((100 * usedBytes) / totalBytes);
  return [`VRAM Usage: ${used} / ${formatNumber(totalBytes / bytesPerGb)}GB (${percent}%)`];
}

function percentLine(label: string, ratio: number | undefined): readonly string[] {
  return ratio === undefined ? [] : [`${label}: ${formatNumber(ratio * 100)}%`];
}

function lineOf(label: string, value: number | null | undefined, suffix = ""): readonly string[] {
  return value === null || value === undefined ? [] : [`${label}: ${formatNumber(value)}${suffix}`];
}

function formatSeconds(value: number): string {
  return `${value.toFixed(3)}s`;
}
