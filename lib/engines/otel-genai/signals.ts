/** Recipes for the metrics of OpenTelemetry's GenAI conventions, in any spelling in Prometheus. */
import { markEngineInternalsNotExposed } from "@/lib/engines/definitions/behind-gateway";
import type { Engine } from "@/lib/engines/definitions/engine";
import { missingBeforeFirstEventText } from "@/lib/engines/definitions/outcomes";
import {
  counter,
  notExposed,
  withLabels,
  type LabelMatcher,
  type MetricRef,
  type Recipe,
} from "@/lib/engines/definitions/recipe";

/** How names of OpenTelemetry instruments and attributes are spelled in Prometheus. */
export interface OtelNameSpelling {
  /** Returns all names that an instrument with this unit has had. */
  readonly metricNames: (instrument: string, unit: "s" | "{token}") => readonly string[];
  readonly labelName: (attribute: string) => string;
}

/**
 * Returns the metric of a request duration. Server and client measure the same request, and the server has
 * priority.
 */
export function durationMetric(
  { metricNames, labelName }: OtelNameSpelling,
  nameSuffix: string,
  ...instruments: readonly string[]
): MetricRef {
  const operation: LabelMatcher = {
    label: labelName("gen_ai.operation.name"),
    operator: "!~",
    // Operations that do not generate text would distort every value.
    value: "embeddings|retrieval|.*_agent|execute_tool|invoke_workflow",
  };
  return {
    names: instruments.flatMap((instrument) =>
      metricNames(instrument, "s").map((name) => `${name}${nameSuffix}`),
    ),
    namesCoexist: true,
    matchers: [operation],
  };
}

/** OpenTelemetry instruments that measure request durations, server first. */
export const requestDurationInstruments = [
  "gen_ai.server.request.duration",
  "gen_ai.client.operation.duration",
] as const;

type EnableableRecipe = Extract<Recipe, { kind: "histogram" | "counter" }>;

/** Returns the recipes of the OpenTelemetry GenAI signals in one spelling of names. */
export function otelSignals(spelling: OtelNameSpelling): Engine["signals"] {
  const histogram = (...instruments: readonly string[]): EnableableRecipe => ({
    kind: "histogram",
    metric: durationMetric(spelling, "", ...instruments),
  });
  const withHowToEnable = (recipe: EnableableRecipe, howToEnable: string): Recipe => ({
    ...recipe,
    howToEnable,
  });
  const tokens = (type: "input" | "output", part: string): MetricRef =>
    withLabels(
      { names: spelling.metricNames("gen_ai.client.token.usage", "{token}").map((name) => `${name}${part}`) },
      { [spelling.labelName("gen_ai.token.type")]: type },
    );
  const client = "Instrument the clients: gen_ai.client.token.usage.";
  const streaming = "Instrument clients that stream: gen_ai.client.operation.time_per_output_chunk.";
  const ended = durationMetric(spelling, "_count", ...requestDurationInstruments);
  const ofType = (operator: LabelMatcher["operator"], value: string): MetricRef => ({
    ...ended,
    matchers: [...(ended.matchers ?? []), { label: spelling.labelName("error.type"), operator, value }],
  });
  const none = (what: string): Recipe => notExposed(`The GenAI conventions have no metric for ${what}.`);
  return {
    ...markEngineInternalsNotExposed(
      "The GenAI conventions have no metrics of an engine's phases, batches or memory. Scrape the engine's metrics.",
    ),
    ttft: withHowToEnable(
      histogram(
        "gen_ai.server.time_to_first_token",
        "gen_ai.client.operation.time_to_first_chunk",
        // Name used by LiteLLM.
        "gen_ai.client.response.time_to_first_token",
      ),
      "Instrument the server, or clients that stream.",
    ),
    itl: withHowToEnable(histogram("gen_ai.client.operation.time_per_output_chunk"), streaming),
    tpot: withHowToEnable(
      histogram("gen_ai.server.time_per_output_token", "gen_ai.client.response.time_per_output_token"),
      "Instrument the server: gen_ai.server.time_per_output_token.",
    ),
    e2e: histogram(...requestDurationInstruments),
    "queue-time": none("waiting time before scheduling"),
    requests: counter(ended),
    "prompt-tokens": withHowToEnable({ kind: "counter", alternatives: [tokens("input", "_sum")] }, client),
    "output-tokens": withHowToEnable(
      { kind: "counter", alternatives: [{ ...tokens("output", "_sum"), incrementsAtRequestEnd: true }] },
      client,
    ),
    errors: {
      kind: "counter",
      alternatives: [
        {
          // A request without an error has no error type. Client errors and cancellations are excluded, timeouts and
          // rate limits are included.
          ...ofType("!~", "|40[0-79]|41.|42[0-8]|4[3-9].|.*[Cc]ancel.*"),
          zeroUntilFirstEvent: { zeroWhilePresent: ended, onceObserved: ofType("!=", "") },
        },
      ],
      whyNotCounted: missingBeforeFirstEventText({ server: "The instrumentation", event: "failed request" }),
    },
    aborts: none("disconnected clients"),
    running: none("requests in execution"),
    waiting: none("waiting requests"),
    "kv-usage": none("the KV cache"),
    "prompt-length": withHowToEnable({ kind: "histogram", metric: tokens("input", "") }, client),
    "output-length": withHowToEnable({ kind: "histogram", metric: tokens("output", "") }, client),
    "prefix-hit": none("the prefix cache"),
    "request-bytes": none("request bodies"),
    "response-bytes": none("response bodies"),
  };
}

/**
 * Differences between OpenTelemetry GenAI metrics and the definitions of the signals, shown with their
 * values.
 */
export const otelCaveats: NonNullable<Engine["caveats"]> = {
  ttft: "Measured by the server if it is instrumented. If it is not, measured by the client, from sending a request to receiving its first chunk, including the network.",
  itl: "Time between chunks at the client, including the network. A chunk can contain several tokens.",
  e2e: "Measured by the server if it is instrumented. If it is not, measured by the client, including the network and retries. Embeddings, tools and agents are excluded.",
  requests: "Operations that generate text. Embeddings, tools and agents are excluded.",
  errors:
    "All error types except client error statuses and cancellations. If an instrumentation reports exception names instead of statuses, client errors are included, because a name does not identify them.",
  "prompt-tokens": "Counted when an operation ends, as billed by the provider.",
  "output-tokens": "Counted when an operation ends, as billed by the provider.",
};
