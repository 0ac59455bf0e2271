/** Panels of the Signals page: what each one queries and how it is drawn. */
import type { Statistic } from "@/lib/model/question";
import type { SignalId } from "@/lib/model/signals/signals";
import type { ExporterKind } from "@/lib/model/signals/signal-definition";
import type { TraceOrder } from "@/lib/model/traces/trace-order";
import type { DisplayUnit } from "@/lib/model/units";
import { machinePanels } from "./machine-panels";
import { trainingPanels } from "./training-panels";

/** Section of the Signals page. */
export type PanelSection =
  | "Latency"
  | "Traffic and errors"
  | "Saturation"
  | "Request characteristics"
  | "GPU"
  | "Host"
  | "Containers"
  | "Database"
  | "Training";

/** A limit in canonical units, and the statistic that it applies to. */
export interface PanelLimit {
  readonly value: number;
  readonly statistic: Statistic;
}

/** Panel of the Signals page: its signals, and how they are drawn. */
export interface Panel {
  readonly id: string;
  readonly section: PanelSection;
  readonly title: string;
  readonly signals: readonly SignalId[];
  readonly statistics: readonly Statistic[];
  readonly drawAs: "lines" | "bars" | "shares";
  readonly displayUnit: DisplayUnit;
  /** Statistic of the thick line and of the summary line. */
  readonly headlineStatistic?: Statistic;
  /** Limit of the deployment, which `chooseShownPanels` sets, because limits differ between deployments. */
  readonly limit?: PanelLimit;
  readonly mayBeLogarithmic?: boolean;
  readonly isWide?: boolean;
  /** Kind of exporter without which the panel is not shown. Absent if the panel needs no exporter. */
  readonly requiredExporter?: ExporterKind;
  /** Sort order of the linked traces. Absent if traces do not contain the signal. */
  readonly traceOrder?: TraceOrder;
  /** Fixed split of the panel, which is shown only if the engine has the label. Absent if the page splits the panel. */
  readonly splitBy?: "finish-reason";
}

const percentiles = ["p50", "p90", "p95", "p99", "mean"] as const;
const latencyPanel = {
  section: "Latency",
  statistics: percentiles,
  drawAs: "lines",
  headlineStatistic: "p95",
  mayBeLogarithmic: true,
} as const satisfies Partial<Panel>;
const ratePanel = { section: "Traffic and errors", statistics: ["rate"], drawAs: "lines" } as const;
const gaugePanel = { statistics: ["value"], drawAs: "lines" } as const;

const lengthPanel = {
  section: "Request characteristics",
  statistics: percentiles,
  drawAs: "lines",
  headlineStatistic: "p95",
  mayBeLogarithmic: true,
  displayUnit: "tokens",
} as const satisfies Partial<Panel>;

const requestPanels: readonly Panel[] = [
  {
    ...lengthPanel,
    id: "prompt-length",
    title: "Prompt length",
    signals: ["prompt-length"],
    traceOrder: "longest-prompt",
  },
  {
    ...lengthPanel,
    id: "output-length",
    title: "Output length",
    signals: ["output-length"],
    traceOrder: "longest-output",
  },
  { ...lengthPanel, id: "batch-tokens", title: "Tokens per engine step", signals: ["batch-tokens"] },
  {
    ...gaugePanel,
    section: "Request characteristics",
    id: "prefix-cache",
    title: "Prefix cache hits",
    signals: ["prefix-hit"],
    displayUnit: "%",
  },
  {
    ...gaugePanel,
    section: "Request characteristics",
    id: "speculative",
    title: "Speculative tokens accepted",
    signals: ["spec-accept"],
    displayUnit: "%",
  },
  {
    ...ratePanel,
    section: "Request characteristics",
    id: "bytes",
    title: "Request and response bytes",
    signals: ["request-bytes", "response-bytes"],
    displayUnit: "MB/s",
  },
  {
    ...latencyPanel,
    section: "Request characteristics",
    id: "kv-transfer",
    title: "KV cache transfer",
    signals: ["kv-transfer-time"],
    displayUnit: "ms",
  },
];

/** Panels of the Signals page, in page order. */
export const panels: readonly Panel[] = [
  {
    ...latencyPanel,
    id: "ttft",
    title: "Time to first token, TTFT",
    signals: ["ttft"],
    traceOrder: "first-token",
    displayUnit: "s",
    isWide: true,
  },
  {
    ...latencyPanel,
    id: "tpot",
    title: "Time per output token, TPOT",
    signals: ["tpot"],
    traceOrder: "per-token",
    displayUnit: "ms",
  },
  {
    ...latencyPanel,
    id: "itl",
    title: "Inter-token latency, ITL",
    signals: ["itl"],
    displayUnit: "ms",
    traceOrder: "per-token",
  },
  {
    ...latencyPanel,
    id: "e2e",
    title: "End to end, E2E",
    signals: ["e2e"],
    displayUnit: "s",
    traceOrder: "slowest",
  },
  {
    section: "Latency",
    id: "phases",
    title: "Request time by phase",
    signals: ["queue-time", "prefill-time", "decode-time"],
    statistics: ["share-of-e2e"],
    drawAs: "shares",
    displayUnit: "%",
    traceOrder: "slowest",
  },
  { ...ratePanel, id: "requests", title: "Requests", signals: ["requests"], displayUnit: "req/s" },
  {
    ...ratePanel,
    id: "tokens",
    title: "Tokens",
    signals: ["output-tokens", "prompt-tokens"],
    displayUnit: "tokens/s",
  },
  {
    ...ratePanel,
    id: "errors",
    title: "Errors",
    signals: ["errors"],
    statistics: ["ratio-to-requests"],
    drawAs: "bars",
    displayUnit: "%",
  },
  {
    ...ratePanel,
    id: "finish-reasons",
    title: "Finish reasons",
    signals: ["requests"],
    displayUnit: "req/s",
    splitBy: "finish-reason",
  },
  {
    ...ratePanel,
    id: "aborts",
    title: "Client aborts",
    signals: ["aborts"],
    statistics: ["ratio-to-requests"],
    drawAs: "bars",
    displayUnit: "%",
  },
  {
    ...gaugePanel,
    section: "Saturation",
    id: "queue",
    title: "Running and waiting",
    signals: ["running", "waiting"],
    displayUnit: "requests",
  },
  {
    ...gaugePanel,
    section: "Saturation",
    id: "kv",
    title: "KV cache usage",
    signals: ["kv-usage"],
    displayUnit: "%",
  },
  {
    ...ratePanel,
    section: "Saturation",
    id: "preemptions",
    title: "Preemptions",
    signals: ["preemptions"],
    drawAs: "bars",
    displayUnit: "per min",
  },
  {
    ...gaugePanel,
    section: "Saturation",
    id: "asleep",
    title: "Sleeping instances",
    signals: ["asleep"],
    displayUnit: "%",
  },
  {
    ...ratePanel,
    section: "Saturation",
    id: "work",
    title: "Estimated work per GPU",
    signals: ["flops"],
    displayUnit: "TFLOP/s",
  },
  {
    ...ratePanel,
    section: "Saturation",
    id: "memory-traffic",
    title: "Estimated memory traffic per GPU",
    signals: ["read-bytes", "write-bytes"],
    displayUnit: "GB/s",
  },
  ...requestPanels,
  ...machinePanels,
  ...trainingPanels,
];
