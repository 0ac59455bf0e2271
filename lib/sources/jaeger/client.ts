/**
 * Client of a Jaeger-compatible trace source. Newer servers have `/api/v3`; older and compatible servers have only
 * the JSON API under `/api`. Every failure is an AppError, see `errors.ts`.
 */
import type { z } from "zod";
import { AppError } from "@/lib/model/app-error";
import { maxTraceFileBytes, type Trace } from "@/lib/model/traces/trace";
import type {
  TraceApi,
  TraceQuery,
  TraceReader,
  TraceReadOptions,
  TraceSearch,
} from "@/lib/model/traces/trace-reader";
import type { Upstream, UpstreamRequest, UpstreamResponse } from "@/lib/model/sources/upstream";
import { findResponseError, isNotFoundResponse } from "./errors";
import { padTraceId } from "@/lib/sources/otlp/mapper";
import { parseJsonOrUndefined } from "@/lib/sources/otlp/span-lookup";
import { convertLegacyTraces } from "./mapper";
import { minStepwiseBodyBytes, readTracesInSteps } from "./read-large";
import { legacyServices, legacyTraces, v3Services, v3Traces } from "./wire";

/** API of a Jaeger server: `v3`, or the old JSON API under `/api`. */
export type JaegerApiVersion = Extract<TraceApi, "v3" | "old">;

/** Size limit of a search response. */
const maxSearchBytes = 32 * 1_024 * 1_024;
/** Size limit of a response with a single trace. It equals the limit of an uploaded trace file. */
const maxTraceBytes = maxTraceFileBytes;

/** Returns a reader for a trace source with the given API. */
export function createJaegerReader(upstream: Upstream, api: JaegerApiVersion): TraceReader {
  return {
    api,
    timeResolutionMs: 1,
    services: () => listServices(upstream, api),
    search: (query) => searchTraces(upstream, api, query),
    get: (traceId, options) => getTrace(upstream, api, traceId, options),
  };
}

/** Detects which API the source has; prefers the newer one. */
export async function detectApiVersion(upstream: Upstream): Promise<JaegerApiVersion> {
  const request: UpstreamRequest = { method: "GET", path: "/api/v3/services", isHealthCheck: true };
  const isNew = await upstream.read(request, (response) => {
    if (response.status === 404) return false;
    parse(v3Services, response);
    return true;
  });
  if (isNew) return "v3";
  await listServices(upstream, "old");
  return "old";
}

/** Returns the names of the services with spans in the source, sorted. */
export async function listServices(upstream: Upstream, api: JaegerApiVersion): Promise<readonly string[]> {
  const names =
    api === "v3"
      ? await upstream.read(
          { method: "GET", path: "/api/v3/services" },
          (response) => parse(v3Services, response).services,
        )
      : await upstream.read(
          { method: "GET", path: "/api/services" },
          (response) => parse(legacyServices, response).data ?? [],
        );
  return names.toSorted();
}

/**
 * Returns traces with a span of the service that started within the window. The source neither sorts nor pages. If more
 * traces match than the maximum, the source chooses which of them it returns, in practice the newest.
 */
export async function searchTraces(
  upstream: Upstream,
  api: JaegerApiVersion,
  query: TraceQuery,
): Promise<TraceSearch> {
  const path = api === "v3" ? "/api/v3/traces" : "/api/traces";
  const pairs = api === "v3" ? v3Pairs(query) : legacyPairs(query);
  const request = getRequest(path, query, pairs);
  const traces = await upstream.read(request, (response) => readResponse(api, response, query.signal));
  return {
    traces,
    hasReachedLimit: traces.length >= query.maxTraces,
    sentRequest: `${path}?${pairs.map(([name, value]) => `${name}=${value}`).join("&")}`,
  };
}

/** Returns a trace with all its spans; null when the source does not have it. */
export async function getTrace(
  upstream: Upstream,
  api: JaegerApiVersion,
  traceId: string,
  options: TraceReadOptions = {},
): Promise<Trace | null> {
  const path = `${api === "v3" ? "/api/v3/traces" : "/api/traces"}/${encodeURIComponent(traceId)}`;
  const traces = await upstream.read(getRequest(path, options), (response) =>
    readResponse(api, response, options.signal),
  );
  return traces.find((trace) => trace.traceId === padTraceId(traceId)) ?? null;
}

async function readResponse(
  api: JaegerApiVersion,
  response: UpstreamResponse,
  signal: AbortSignal = new AbortController().signal,
): Promise<readonly Trace[]> {
  if (isNotFoundResponse(response)) return [];
  const isLarge = response.status === 200 && response.body.byteLength >= minStepwiseBodyBytes;
  return (isLarge ? await readTracesInSteps(api, response.body, signal) : null) ?? readTraces(api, response);
}

/** Returns the version from the source's start page, because the API does not report it; null when it is missing. */
export async function readVersion(upstream: Upstream): Promise<string | null> {
  return upstream.read({ method: "GET", path: "/" }, ({ status, body }) => {
    if (status !== 200) return null;
    const [, version] = /"gitVersion"\s*:\s*"([^"\\]{1,64})"/.exec(new TextDecoder().decode(body)) ?? [];
    return version === undefined ? null : version.replace(/^v(?=\d)/, "");
  });
}

function getRequest(
  path: string,
  { signal }: TraceReadOptions,
  query: readonly Pair[] = [],
): UpstreamRequest {
  return {
    method: "GET",
    path,
    maxBytes: query.length === 0 ? maxTraceBytes : maxSearchBytes,
    // A search responds only when it has found all traces.
    headerLimitMs: 8_000,
    ...(query.length === 0 ? {} : { query }),
    ...(signal === undefined ? {} : { signal }),
  };
}

/** Snake case is the only spelling that every release of the v3 API accepts. */
function v3Pairs(query: TraceQuery): readonly Pair[] {
  const { service, window, maxTraces: limit, operation, durationMinMs, durationMaxMs } = query;
  return definedPairs([
    ["query.service_name", service],
    ["query.operation_name", operation],
    ["query.start_time_min", rfc3339(window.startMs)],
    ["query.start_time_max", rfc3339(window.endMs)],
    ["query.duration_min", goDuration(durationMinMs)],
    ["query.duration_max", goDuration(durationMaxMs)],
    ["query.num_traces", String(limit)],
  ]);
}

function legacyPairs(query: TraceQuery): readonly Pair[] {
  const { service, window, maxTraces: limit, operation, durationMinMs, durationMaxMs } = query;
  return definedPairs([
    ["service", service],
    ["operation", operation],
    ["start", String(Math.round(window.startMs) * 1_000)],
    ["end", String(Math.round(window.endMs) * 1_000)],
    ["minDuration", goDuration(durationMinMs)],
    ["maxDuration", goDuration(durationMaxMs)],
    ["limit", String(limit)],
  ]);
}

type Pair = readonly [name: string, value: string];

function definedPairs(
  pairs: readonly (readonly [name: string, value: string | undefined])[],
): readonly Pair[] {
  return pairs.flatMap(([name, value]): Pair[] => (value === undefined ? [] : [[name, value]]));
}

function rfc3339(epochMs: number): string {
  return new Date(Math.round(epochMs)).toISOString();
}

/** Microseconds are the finest resolution of the legacy API. */
function goDuration(durationMs: number | undefined): string | undefined {
  return durationMs === undefined ? undefined : `${Math.round(durationMs * 1_000)}us`;
}

function readTraces(api: JaegerApiVersion, response: UpstreamResponse): readonly Trace[] {
  return api === "v3"
    ? parse(v3Traces, response)
    : convertLegacyTraces(parse(legacyTraces, response).data ?? []);
}

/** Parses the response body with `schema`. Throws an AppError for its status or an unexpected shape. */
function parse<Schema extends z.ZodType>(schema: Schema, response: UpstreamResponse): z.output<Schema> {
  const failure = findResponseError(response);
  if (failure) throw failure;
  // The v3 API sends JSON as text/plain, so the content type is ignored.
  const { success, data } = schema.safeParse(parseJsonOrUndefined(new TextDecoder().decode(response.body)));
  if (!success) throw new AppError("source-bad-answer", "the trace source's response could not be parsed");
  return data;
}
