/** Response bodies in Prometheus format for tests, and an upstream that responds from memory. */
import type { Upstream, UpstreamRequest, UpstreamResponse } from "@/lib/model/sources/upstream";

/** A test series, from which a response of Prometheus is written. */
export interface WireSeries {
  readonly metric: Readonly<Record<string, string>>;
  /** Epoch milliseconds and the value as text. */
  readonly values: readonly (readonly [timeMs: number, value: string])[];
}

/** Returns the series as a response of Prometheus' range query. */
export function makeMatrixBody(
  series: readonly WireSeries[],
  extraFields: Readonly<Record<string, unknown>> = {},
): string {
  const result = series.map(({ metric, values }) => ({ metric, values: values.map(toWire) }));
  return JSON.stringify({ status: "success", data: { resultType: "matrix", result }, ...extraFields });
}

/** Returns a vector body with the first value of each series. */
export function makeVectorBody(
  series: readonly WireSeries[],
  extraFields: Readonly<Record<string, unknown>> = {},
): string {
  const result = series.flatMap(({ metric, values: [first] }) =>
    first === undefined ? [] : [{ metric, value: toWire(first) }],
  );
  return JSON.stringify({ status: "success", data: { resultType: "vector", result }, ...extraFields });
}

/** Returns an error response of Prometheus. */
export function makeErrorBody(
  errorType: string,
  error: string,
  extraFields: Readonly<Record<string, unknown>> = {},
): string {
  return JSON.stringify({ status: "error", errorType, error, ...extraFields });
}

function toWire([timeMs, value]: readonly [number, string]): readonly [number, string] {
  return [timeMs / 1_000, value];
}

/** A response that the fake source returns. */
export interface PreparedResponse {
  readonly status?: number;
  readonly contentType?: string;
  readonly retryAfterMs?: number;
  readonly body: string | Uint8Array;
}

/**
 * Returns an upstream that responds with `respond` and records the requests. It has no network, limits or circuit
 * breaker.
 */
export function createMemoryUpstream(
  respond: (request: UpstreamRequest) => PreparedResponse | Promise<PreparedResponse>,
): Upstream & {
  readonly requests: readonly UpstreamRequest[];
} {
  const requests: UpstreamRequest[] = [];
  return {
    requests,
    read: async (request, interpret) => {
      requests.push(request);
      const { status = 200, contentType = "application/json", retryAfterMs, body } = await respond(request);
      const response: UpstreamResponse = {
        status,
        contentType,
        body: typeof body === "string" ? new TextEncoder().encode(body) : body.slice(),
        latencyMs: 1,
        ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      };
      return interpret(response);
    },
  };
}
