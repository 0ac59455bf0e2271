/** The panels of the Signals room as a list: what each asks, how it is drawn, against which limit it stands. */
import type { Statistic } from "@/lib/model/question";
import type { SignalId } from "@/lib/model/signals";
import { limits } from "@/lib/model/status";
import type { DisplayUnit } from "@/lib/model/units";

export const sections = ["Latency", "Traffic and errors", "Saturation", "Machine"] as const;
export type Section = (typeof sections)[number];

export interface Panel {
  readonly id: string;
  readonly section: Section;
  readonly title: string;
  readonly signals: readonly SignalId[];
  readonly statistics: readonly Statistic[];
  readonly draw: "lines" | "bars" | "shares";
  readonly displayUnit: DisplayUnit;
  /** Statistic of the thick line, and of the answer line. */
  readonly headline?: Statistic;
  readonly limit?: { readonly value: number; readonly label: string; readonly judges: Statistic };
  readonly mayBeLogarithmic?: boolean;
  readonly isWide?: boolean;
}

const percentiles = ["p50", "p90", "p95", "p99", "mean"] as const;
const latency = {
  section: "Latency",
  statistics: percentiles,
  draw: "lines",
  headline: "p95",
  mayBeLogarithmic: true,
} as const;
const flow = { section: "Traffic and errors", statistics: ["rate"], draw: "lines" } as const;
const level = { statistics: ["value"], draw: "lines" } as const;

export const panels: readonly Panel[] = [
  {
    ...latency,
    id: "ttft",
    title: "Time to first token, TTFT",
    signals: ["ttft"],
    displayUnit: "s",
    isWide: true,
    limit: { value: limits.ttftP95Seconds, label: "limit 1", judges: "p95" },
  },
  {
    ...latency,
    id: "tpot",
    title: "Time per output token, TPOT",
    signals: ["tpot"],
    displayUnit: "ms",
    limit: { value: limits.meanTpotSeconds, label: "limit 50", judges: "mean" },
  },
  { ...latency, id: "itl", title: "Inter-token latency, ITL", signals: ["itl"], displayUnit: "ms" },
  { ...latency, id: "e2e", title: "End to end, E2E", signals: ["e2e"], displayUnit: "s" },
  {
    section: "Latency",
    id: "phases",
    title: "Where the time of requests went",
    signals: ["queue-time", "prefill-time", "decode-time"],
    statistics: ["share-of-e2e"],
    draw: "shares",
    displayUnit: "%",
  },
  { ...flow, id: "requests", title: "Requests", signals: ["requests"], displayUnit: "req/s" },
  {
    ...flow,
    id: "tokens",
    title: "Tokens",
    signals: ["output-tokens", "prompt-tokens"],
    displayUnit: "tokens/s",
  },
  {
    ...flow,
    id: "errors",
    title: "Errors",
    signals: ["errors"],
    statistics: ["ratio-to-requests"],
    draw: "bars",
    displayUnit: "%",
    limit: { value: limits.errorRatio, label: "limit 0.1", judges: "ratio-to-requests" },
  },
  {
    ...flow,
    id: "aborts",
    title: "Aborts by clients",
    signals: ["aborts"],
    draw: "bars",
    displayUnit: "req/s",
  },
  {
    ...level,
    section: "Saturation",
    id: "queue",
    title: "Running and waiting",
    signals: ["running", "waiting"],
    displayUnit: "requests",
  },
  {
    ...level,
    section: "Saturation",
    id: "kv",
    title: "KV cache in use",
    signals: ["kv-usage"],
    displayUnit: "%",
    limit: { value: limits.kvUsageRatio, label: "limit 95", judges: "value" },
  },
  {
    ...flow,
    section: "Saturation",
    id: "preemptions",
    title: "Preemptions",
    signals: ["preemptions"],
    draw: "bars",
    displayUnit: "per min",
  },
  {
    ...level,
    section: "Machine",
    id: "gpu",
    title: "GPU activity",
    signals: ["gpu-engine-active", "gpu-dram-active", "gpu-tensor-active"],
    displayUnit: "%",
  },
  {
    ...level,
    section: "Machine",
    id: "gpu-memory",
    title: "GPU memory used",
    signals: ["gpu-memory-used"],
    displayUnit: "GiB",
  },
  {
    ...level,
    section: "Machine",
    id: "gpu-power",
    title: "GPU power",
    signals: ["gpu-power"],
    displayUnit: "W",
  },
  {
    ...level,
    section: "Machine",
    id: "gpu-clock",
    title: "SM clock",
    signals: ["gpu-sm-clock"],
    displayUnit: "MHz",
  },
  {
    ...level,
    section: "Machine",
    id: "host-cpu",
    title: "Host CPU",
    signals: ["host-cpu"],
    displayUnit: "%",
  },
];
