/**
 * Expositions of servers that behave unlike the simulated fleet, as functions of time: counters that stay at zero,
 * targets that die, batches without a free slot. Written as OpenMetrics text for a real Prometheus.
 */

interface ExposedSeries {
  readonly name: string;
  /** Labels in addition to model, job and instance. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Label with the model; null without one. Chosen by the metric's name when absent. */
  readonly modelLabel?: string | null;
  /** Host of the target; the model's only target when absent. */
  readonly host?: string;
  /** Value at a time since the start of the history; null without a sample. */
  readonly valueAt: (seconds: number) => number | null;
}

export type ExposedSeriesList = readonly ExposedSeries[];

const historySeconds = 1_800;
const spacingSeconds = 15;

const defaultTimes: readonly number[] = Array.from(
  { length: historySeconds / spacingSeconds + 1 },
  (_, index) => index * spacingSeconds,
);

/**
 * Returns the history of all models, which ends at `endMs`. Series without a model label get `up`'s labels. `times` are
 * the seconds of the samples since the start of the history, half an hour by default.
 */
export function writeExpositions(
  expositions: Readonly<Record<string, ExposedSeriesList>>,
  endMs: number,
  times: readonly number[] = defaultTimes,
): string {
  const lines = Object.entries(expositions).flatMap(([model, exposition]) =>
    [...upOf(exposition), ...exposition].flatMap((series) => linesOf(model, series, { endMs, times })),
  );
  return [...lines, "# EOF\n"].join("\n");
}

/** Adds `up` = 1 for targets that do not define it. */
function upOf(exposition: ExposedSeriesList): ExposedSeriesList {
  const hosts = new Set(exposition.map(({ host }) => host));
  const known = new Set(exposition.filter(({ name }) => name === "up").map(({ host }) => host));
  return [...hosts]
    .filter((host) => !known.has(host))
    .map((host) => ({ name: "up", valueAt: () => 1, ...(host === undefined ? {} : { host }) }));
}

interface SampleTimes {
  readonly endMs: number;
  readonly times: readonly number[];
}

function modelLabelOf(name: string): string | null {
  if (name === "up") return null;
  return /vllm[:_]/.test(name) ? "model_name" : "model";
}

function linesOf(
  model: string,
  { name, labels = {}, host = model, modelLabel = modelLabelOf(name), valueAt }: ExposedSeries,
  { endMs, times }: SampleTimes,
): readonly string[] {
  const modelLabels = modelLabel === null ? {} : { [modelLabel]: model };
  const allLabels = { ...modelLabels, job: model, instance: `${host}:8000`, ...labels };
  const printed = Object.entries(allLabels).map(([label, value]) => `${label}="${value}"`);
  const startSeconds = endMs / 1_000 - (times.at(-1) ?? 0);
  return times.flatMap((seconds) => {
    const value = valueAt(seconds);
    const at = startSeconds + seconds;
    return value === null ? [] : [`${name}{${printed.join(",")}} ${value} ${at}`];
  });
}

export const constant = (value: number) => (): number => value;
export const growing =
  (perSecond: number) =>
  (seconds: number): number =>
    Math.floor(perSecond * seconds);

interface DynamoOptions {
  readonly inFlight: number;
  readonly queued: number;
  readonly successesPerSecond?: number;
  readonly errorsPerSecond?: number;
}

/** Dynamo's frontend with requests that are not streamed: it observes no first token and counts no output tokens. */
export function dynamoFrontend({
  inFlight,
  queued,
  successesPerSecond = 0,
  errorsPerSecond = 0,
}: DynamoOptions): ExposedSeriesList {
  const requests = (status: string, perSecond: number): ExposedSeries => ({
    name: "dynamo_frontend_requests_total",
    labels: { status, ...(status === "error" ? { error_type: "internal" } : {}) },
    valueAt: growing(perSecond),
  });
  return [
    { name: "dynamo_frontend_model_context_length", valueAt: constant(8_192) },
    { name: "dynamo_frontend_active_requests", valueAt: (seconds) => inFlight + (seconds % 2) },
    { name: "dynamo_frontend_queued_requests", valueAt: constant(queued) },
    { name: "dynamo_frontend_output_tokens_total", valueAt: constant(0) },
    {
      name: "dynamo_frontend_requests_started_total",
      valueAt: growing(successesPerSecond + errorsPerSecond + 0.1),
    },
    requests("success", successesPerSecond),
    requests("error", errorsPerSecond),
    ...histogram("dynamo_frontend_time_to_first_token_seconds", () => 0),
  ];
}

interface VllmOptions {
  readonly running: (seconds: number) => number;
  readonly waiting: number;
  readonly kvUsage: (seconds: number) => number;
  readonly finishedPerSecond: number;
  readonly preemptionsPerMinute?: number;
  readonly host?: string;
  /** Requests per reason other than "stop", as functions of time; no series when absent. */
  readonly outcomes?: Readonly<Record<string, ExposedSeries["valueAt"]>>;
  /** Responses of the HTTP front end per status; no series when absent. */
  readonly responses?: Readonly<Record<string, ExposedSeries["valueAt"]>>;
  /** Requests for the list of models, answered by the same front end. */
  readonly probes?: ExposedSeries["valueAt"];
  /** Output tokens; the prompts have fewer. Zero for a server that receives nothing. */
  readonly tokensPerSecond?: number;
  readonly reasonLabel?: "finished_reason" | "finish_reason";
  /** Prefix of the metric names. */
  readonly prefix?: "vllm:" | "ray_vllm_";
}

/** One vLLM server within its limits of latency and errors. */
export function vllmServer(options: VllmOptions): ExposedSeriesList {
  const { running, waiting, kvUsage, finishedPerSecond, preemptionsPerMinute = 0, host } = options;
  const { probes, tokensPerSecond = 900 } = options;
  const { outcomes = {}, responses = {}, reasonLabel = "finished_reason", prefix = "vllm:" } = options;
  const finished = growing(finishedPerSecond);
  const ended = (reason: string, valueAt: ExposedSeries["valueAt"]): ExposedSeries => ({
    name: `${prefix}request_success_total`,
    labels: { [reasonLabel]: reason },
    valueAt,
  });
  const series: ExposedSeriesList = [
    { name: `${prefix}num_requests_running`, valueAt: running },
    { name: `${prefix}num_requests_waiting`, valueAt: constant(waiting) },
    { name: `${prefix}kv_cache_usage_perc`, valueAt: kvUsage },
    { name: `${prefix}num_preemptions_total`, valueAt: growing(preemptionsPerMinute / 60) },
    ended("stop", finished),
    ...Object.entries(outcomes).map(([reason, valueAt]) => ended(reason, valueAt)),
    ...Object.entries(responses).map(([status, valueAt]) => ({
      name: "http_requests_total",
      labels: { status, handler: "/v1/completions", method: "POST" },
      valueAt,
    })),
    ...(probes === undefined
      ? []
      : [
          {
            name: "http_requests_total",
            labels: { status: "2xx", handler: "/v1/models", method: "GET" },
            valueAt: probes,
          },
        ]),
    { name: `${prefix}prompt_tokens_total`, valueAt: growing((tokensPerSecond * 4) / 9) },
    { name: `${prefix}generation_tokens_total`, valueAt: growing(tokensPerSecond) },
    ...histogram(`${prefix}time_to_first_token_seconds`, finished),
  ];
  return host === undefined ? series : series.map((one) => ({ ...one, host }));
}

/** One target of a scrape job that other models share. */
export function withJobLabel(job: string, exposition: ExposedSeriesList): ExposedSeriesList {
  const [first] = exposition;
  const host = first?.host === undefined ? {} : { host: first.host };
  return [{ name: "up", ...host, valueAt: constant(1) }, ...exposition].map((one) => ({
    ...one,
    labels: { ...one.labels, job },
  }));
}

/** A server that stops at this time while service discovery still lists its target: `up` is 0 and its series end. */
export function stopAfterSeconds(stopSeconds: number, exposition: ExposedSeriesList): ExposedSeriesList {
  const [first] = exposition;
  const host = first?.host === undefined ? {} : { host: first.host };
  return [
    { name: "up", ...host, valueAt: (seconds) => (seconds < stopSeconds ? 1 : 0) },
    ...exposition.map((series) => ({
      ...series,
      valueAt: (seconds: number) => (seconds < stopSeconds ? series.valueAt(seconds) : null),
    })),
  ];
}

/** A target that service discovery lists and that never responded: `up` is 0, and there are no other series. */
export function createUnresponsiveTarget(host: string, startSeconds = 0): ExposedSeriesList {
  return [{ name: "up", host, valueAt: (seconds) => (seconds < startSeconds ? null : 0) }];
}

interface HistogramShape {
  /** Shares of the observations at or below each edge. */
  readonly edges: Readonly<Record<string, number>>;
  readonly mean: number;
}

/** All observations take between 0.5 s and 1 s. */
const aboutOneSecond: HistogramShape = {
  edges: { "0.1": 0, "0.5": 0, "1": 1, "10": 1, "+Inf": 1 },
  mean: 0.75,
};

/** A histogram whose count is a function of time; by default its observations take between 0.5 s and 1 s. */
export function histogram(
  name: string,
  countAt: (seconds: number) => number,
  { edges, mean }: HistogramShape = aboutOneSecond,
): ExposedSeriesList {
  return [
    ...Object.entries(edges).map(([le, share]) => ({
      name: `${name}_bucket`,
      labels: { le },
      valueAt: (seconds: number) => share * countAt(seconds),
    })),
    { name: `${name}_sum`, valueAt: (seconds) => mean * countAt(seconds) },
    { name: `${name}_count`, valueAt: countAt },
  ];
}
