/** How the metrics of OpenTelemetry's GenAI conventions answer each signal, in whichever spelling they reached Prometheus. */
import { notExposedByGateway } from "@/lib/engines/behind-gateway";
import type { Engine } from "@/lib/engines/engine";
import {
  counter,
  notExposed,
  withLabels,
  type LabelMatch,
  type MetricRef,
  type Recipe,
} from "@/lib/engines/recipe";

/** How a translator writes instruments and attributes. */
export interface Spelling {
  /** All names that an instrument of this unit has had. */
  readonly names: (instrument: string, unit: "s" | "{token}") => readonly string[];
  readonly label: (attribute: string) => string;
}

/** Server and client measure the same request: the server answers where there is one. */
export function timing(
  { names, label }: Spelling,
  part: string,
  ...instruments: readonly string[]
): MetricRef {
  const operation: LabelMatch = {
    label: label("gen_ai.operation.name"),
    operator: "!~",
    // What is no generation of text would dilute every figure.
    value: "embeddings|retrieval|.*_agent|execute_tool|invoke_workflow",
  };
  return {
    names: instruments.flatMap((instrument) => names(instrument, "s").map((name) => `${name}${part}`)),
    namesCoexist: true,
    matches: [operation],
  };
}

export const requestDurations = [
  "gen_ai.server.request.duration",
  "gen_ai.client.operation.duration",
] as const;

type Flaggable = Extract<Recipe, { kind: "histogram" | "counter" }>;

export function otelSignals(spelling: Spelling): Engine["signals"] {
  const histogram = (...instruments: readonly string[]): Flaggable => ({
    kind: "histogram",
    metric: timing(spelling, "", ...instruments),
  });
  const flagged = (recipe: Flaggable, flag: string): Recipe => ({ ...recipe, flag });
  const tokens = (type: "input" | "output", part: string): MetricRef =>
    withLabels(
      { names: spelling.names("gen_ai.client.token.usage", "{token}").map((name) => `${name}${part}`) },
      { [spelling.label("gen_ai.token.type")]: type },
    );
  const client = "Sent by instrumented clients: gen_ai.client.token.usage.";
  const streaming =
    "Sent by instrumented clients that stream: gen_ai.client.operation.time_per_output_chunk.";
  const failed = timing(spelling, "_count", ...requestDurations);
  const none = (what: string): Recipe => notExposed(`The GenAI conventions have no metric of ${what}.`);
  return {
    ...notExposedByGateway("What OpenTelemetry instruments here"),
    ttft: flagged(
      histogram(
        "gen_ai.server.time_to_first_token",
        "gen_ai.client.operation.time_to_first_chunk",
        // LiteLLM's own.
        "gen_ai.client.response.time_to_first_token",
      ),
      "Sent by servers, and by clients that stream.",
    ),
    itl: flagged(histogram("gen_ai.client.operation.time_per_output_chunk"), streaming),
    tpot: flagged(
      histogram("gen_ai.server.time_per_output_token", "gen_ai.client.response.time_per_output_token"),
      "Sent by servers: gen_ai.server.time_per_output_token.",
    ),
    e2e: histogram(...requestDurations),
    "queue-time": none("the wait before a request is scheduled"),
    requests: counter(timing(spelling, "_count", ...requestDurations)),
    "prompt-tokens": flagged({ kind: "counter", alternatives: [tokens("input", "_sum")] }, client),
    "output-tokens": flagged(
      { kind: "counter", alternatives: [{ ...tokens("output", "_sum"), incrementsAtRequestEnd: true }] },
      client,
    ),
    errors: counter({
      ...failed,
      matches: [
        ...(failed.matches ?? []),
        // No error has no type; what blames the request is left out, timeouts and rate limits stay in.
        { label: spelling.label("error.type"), operator: "!~", value: "|40[0-79]|41.|42[0-8]|4[3-9]." },
      ],
      isZeroWhileMetricExists: true,
    }),
    aborts: none("clients that went away"),
    running: none("requests in execution"),
    waiting: none("requests that wait"),
    "kv-usage": none("the KV cache"),
    "prompt-length": flagged({ kind: "histogram", metric: tokens("input", "") }, client),
    "output-length": flagged({ kind: "histogram", metric: tokens("output", "") }, client),
    "prefix-hit": none("the prefix cache"),
    "request-bytes": none("request bodies"),
    "response-bytes": none("response bodies"),
  };
}

export const otelCaveats: NonNullable<Engine["caveats"]> = {
  ttft: "From the server's view where there is one, else the client's to its first chunk, with the network inside.",
  itl: "Gap between chunks as the client saw them, network inside; a chunk can carry several tokens.",
  e2e: "From the server's view where there is one, else the client's, with the network and its retries inside. Embeddings, tools and agents are left out.",
  requests: "Operations that generate text; embeddings, tools and agents are left out.",
  errors:
    "Every error type but statuses that blame the request. Instrumentations that put the name of an exception there count those of clients too.",
  "prompt-tokens": "Counted when an operation ends, as the provider billed them.",
  "output-tokens": "Counted when an operation ends, as the provider billed them.",
};
