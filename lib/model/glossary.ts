/** The product's terms with their definitions: the single source of glossary tooltips and of `docs/glossary.md`. */

/** Term of the product with its definition. */
export interface GlossaryTerm {
  readonly term: string;
  /** One or two sentences. */
  readonly definition: string;
}

/** Terms by id, grouped by topic in `glossaryTopics`. */
export const glossary = {
  ttft: {
    term: "TTFT",
    definition:
      "Time to first token: from the server receiving a request to its first output token. It includes queueing.",
  },
  tpot: {
    term: "TPOT",
    definition: "Time per output token: (E2E − TTFT) divided by (output tokens − 1), per request.",
  },
  itl: {
    term: "ITL",
    definition: "Inter-token latency: the time between two successive output tokens of a request.",
  },
  e2e: {
    term: "E2E",
    definition: "End-to-end latency: from the server receiving a request to its last output token.",
  },
  prefill: {
    term: "Prefill",
    definition: "The phase that computes the prompt. It ends with the first output token.",
  },
  decode: { term: "Decode", definition: "The phase that generates output tokens, one step at a time." },
  "kv-cache": {
    term: "KV cache",
    definition:
      "GPU memory for the attention keys and values of running requests. A full cache makes requests wait or be preempted.",
  },
  preemption: {
    term: "Preemption",
    definition:
      "The engine removes a running request from the batch because the KV cache is full. The request is computed again later.",
  },
  batch: { term: "Batch", definition: "The requests that the engine computes together in one step." },
  running: {
    term: "Running",
    definition: "Requests that the engine was computing at the time of the scrape.",
  },
  waiting: {
    term: "Waiting",
    definition: "Requests that were accepted but not yet scheduled, at the time of the scrape.",
  },
  "error-ratio": {
    term: "Error ratio",
    definition:
      "Failed requests divided by requests: 5xx responses and overload refusals. Refused requests are part of both numbers. Client aborts are counted separately.",
  },
  abort: {
    term: "Abort",
    definition:
      "A request that its client ended before the response was complete, such as HTTP status 499. Aborts are not errors.",
  },
  "abort-ratio": {
    term: "Abort ratio",
    definition: "Requests that their clients aborted, divided by finished requests.",
  },
  percentile: {
    term: "Percentile",
    definition:
      "p95 is the value that 95 % of the requests do not exceed. It is computed from histogram buckets and shown with its bucket.",
  },
  n: { term: "n", definition: "Number of observations behind a value." },
  coverage: { term: "Coverage", definition: "Fraction of the window that samples cover." },
  "sample-spacing": {
    term: "Sample spacing",
    definition: "Time between two samples of a series, usually the scrape interval.",
  },
  "usual-range": {
    term: "Usual range",
    definition:
      "Range of the value in the same hours of past weeks, without the time of exclusions. A value outside the range is unusual, not necessarily bad.",
  },
  "window-average": {
    term: "Window average",
    definition: "Mean over the complete window, weighted by the number of observations.",
  },
  headline: {
    term: "Headline value",
    definition: "The value over the last five minutes before the end of the window, never the last point.",
  },
  "two-groups": {
    term: "Two groups",
    definition:
      "Points of two signals that form two separate clouds, such as a healthy period and an incident. Coefficients of all points do not describe either group.",
  },
  exclusion: {
    term: "Exclusion",
    definition:
      "A time range marked as maintenance, incident or load test. Usual ranges and comparisons ignore it.",
  },
  stale: {
    term: "Stale",
    definition: "The source cannot be queried. The last successful result is displayed with its age.",
  },
  stalled: {
    term: "Stalled",
    definition:
      "Requests run or wait, but no token was produced and no request finished. The state must last for 30 s or four scrape intervals, whichever is longer.",
  },
  "no-traffic": {
    term: "No traffic",
    definition:
      "No request arrived, ran or waited. A deployment without traffic is neither healthy nor unhealthy.",
  },
  "frozen-gauge": {
    term: "Frozen gauge",
    definition:
      "A gauge that has not changed for ten minutes, although requests arrived or finished. Its exporter may have stopped updating it.",
  },
  "cannot-tell": {
    term: "Cannot tell",
    definition: "The data needed for a verdict is missing, stale or insufficient. The reason is displayed.",
  },
  deployment: {
    term: "Deployment",
    definition:
      "The instances that serve one model as one service. Ridgepoint finds them by their metric labels, or ridgepoint.yaml defines them.",
  },
  pool: {
    term: "Pool",
    definition:
      "A group of instances of a deployment that have the same role: prefill, decode, both of them, or router.",
  },
  instance: { term: "Instance", definition: "One scrape target of a deployment: one server process." },
  source: {
    term: "Source",
    definition: "A Prometheus-compatible or Jaeger-compatible server that Ridgepoint reads.",
  },
  exporter: {
    term: "Exporter",
    definition: "A program that exposes metrics of GPUs, hosts, containers or databases.",
  },
  gateway: { term: "Gateway", definition: "A service in front of engines that routes requests to them." },
  trace: { term: "Trace", definition: "All spans of one request, from Jaeger or Tempo." },
  span: { term: "Span", definition: "One timed operation of a service within a trace." },
  "self-time": {
    term: "Self time",
    definition: "Time of a span in which none of its child spans runs.",
  },
  "critical-path": {
    term: "Critical path",
    definition:
      "The spans that determine how long the request takes. Shortening any other span does not shorten the request.",
  },
  gap: {
    term: "Gap",
    definition:
      "A period of at least 1 % of the request in which a span with child spans runs, but none of its child spans runs.",
  },
  phase: {
    term: "Phase",
    definition: "How a span's time was spent: queue, prefill, decode, network and others.",
  },
  unexplained: {
    term: "Unexplained",
    definition: "Request time in which no span runs, or only spans that no phase rule matches.",
  },
  "clock-skew": {
    term: "Clock skew",
    definition: "Difference between the clocks of two hosts. Spans can then start before their parents.",
  },
  roofline: {
    term: "Roofline",
    definition:
      "A plot of performance (FLOP/s) against arithmetic intensity. Memory bandwidth and peak compute form the roof.",
  },
  intensity: {
    term: "Arithmetic intensity",
    definition: "FLOPs per byte read from or written to GPU memory.",
  },
  ridge: {
    term: "Ridge point",
    definition: "The intensity at which the limit changes from memory bandwidth to compute.",
  },
  mfu: {
    term: "MFU",
    definition: "Model FLOPs utilisation: the model's FLOP/s divided by the dense peak of the accelerator.",
  },
  mbu: {
    term: "MBU",
    definition:
      "Model bandwidth utilisation: the model's bytes per second divided by the specified bandwidth.",
  },
  "memory-bound": {
    term: "Memory-bound",
    definition:
      "Reading weights and KV cache determines the step time. Fewer bytes or more bandwidth reduce it.",
  },
  "compute-bound": {
    term: "Compute-bound",
    definition: "Arithmetic determines the step time. Fewer FLOPs or a higher peak reduce it.",
  },
  "overhead-bound": {
    term: "Overhead-bound",
    definition: "Kernel launches, sampling and the CPU determine the step time, not memory or compute.",
  },
  "communication-bound": {
    term: "Communication-bound",
    definition: "Data exchange between accelerators determines the step time.",
  },
  knee: {
    term: "Knee",
    definition: "The batch size above which doubling the batch raises throughput by less than 10 %.",
  },
  baseline: {
    term: "Baseline",
    definition:
      "A measured window of a deployment, stored as a reference for comparisons. It remains readable after Prometheus has deleted the samples.",
  },
  block: {
    term: "Time block",
    definition:
      "One of the equal intervals of a measured window, such as 1 min. Confidence intervals are computed from the variation between these intervals.",
  },
  drift: {
    term: "Drift",
    definition: "Difference between a baseline and the newest hour with about the same load.",
  },
  environment: {
    term: "Environment",
    definition:
      "Versions, flags and hardware of a deployment, as paths with values. An example of a path is engine.version.",
  },
  "declared-factor": {
    term: "Declared factor",
    definition:
      "The intended difference between two compared sides, such as a changed engine flag. Any other known difference of the environment prevents a verdict.",
  },
  margin: {
    term: "Margin",
    definition:
      "The smallest change that counts as better or worse: twice the usual variation between windows, but at least 5 %.",
  },
  gate: {
    term: "Gate",
    definition:
      "A check in a release pipeline: it compares a window with a baseline by rules. Its verdict is pass, fail or cannot tell.",
  },
} as const satisfies Readonly<Record<string, GlossaryTerm>>;

/** Id of a term in the glossary. */
export type GlossaryTermId = keyof typeof glossary;

/** Order of the terms in `docs/glossary.md`. Every term is in exactly one topic. */
export const glossaryTopics: readonly {
  readonly title: string;
  readonly terms: readonly GlossaryTermId[];
}[] = [
  {
    title: "Serving",
    terms: [
      ...(["ttft", "tpot", "itl", "e2e", "prefill", "decode", "batch", "running", "waiting"] as const),
      ...(["kv-cache", "preemption", "error-ratio", "abort", "abort-ratio"] as const),
    ],
  },
  {
    title: "Values",
    terms: [
      ...(["percentile", "n", "headline", "window-average", "coverage", "sample-spacing"] as const),
      ...(["usual-range", "two-groups", "exclusion"] as const),
    ],
  },
  { title: "States", terms: ["no-traffic", "stalled", "stale", "frozen-gauge", "cannot-tell"] },
  { title: "Fleet", terms: ["deployment", "pool", "instance", "source", "exporter", "gateway"] },
  {
    title: "Traces",
    terms: ["trace", "span", "self-time", "critical-path", "gap", "phase", "unexplained", "clock-skew"],
  },
  {
    title: "Roofline",
    terms: [
      ...(["roofline", "intensity", "ridge", "mfu", "mbu", "memory-bound", "compute-bound"] as const),
      ...(["overhead-bound", "communication-bound", "knee"] as const),
    ],
  },
  {
    title: "Comparisons",
    terms: ["baseline", "block", "drift", "environment", "declared-factor", "margin", "gate"],
  },
];
