/**
 * Asks a Jaeger-like trace source. Two generations of its API are in use: newer servers have `/api/v3`, older ones and
 * look-alikes only the JSON API beneath `/api`. Every failure is an AppError; see `errors.ts` for which.
 */
import type { z } from "zod";
import { AppError } from "@/lib/model/app-error";
import type { TimeWindow } from "@/lib/model/time-window";
import type { Trace } from "@/lib/model/trace";
import type { Upstream, UpstreamRequest, UpstreamResponse } from "@/lib/model/upstream";
import { failureOf, isNothingFound, toJson } from "./errors";
import { fullTraceId, tracesFromOld, tracesFromV3 } from "./mapper";
import { oldServices, oldTraces, v3Services, v3Traces } from "./wire";

export type JaegerApi = "v3" | "old";

export interface TraceQuery {
  readonly service: string;
  readonly window: TimeWindow;
  /** At most so many traces; the source may have more and chooses which. */
  readonly limit: number;
  /** A span of `service` must last at least this long. */
  readonly durationMinMs?: number;
  readonly signal?: AbortSignal;
}

export interface ReadOptions {
  readonly signal?: AbortSignal;
}

export interface TraceSearch {
  readonly traces: readonly Trace[];
  /** The question as it went out, without the address: for the reader who wants to ask it alone. */
  readonly sentAs: string;
}

/** Traces with thousands of spans are read; what is larger than this is not. */
const maxBytes = 32 * 1_024 * 1_024;

/** Which generation of the API the source has: the newer one where both are there. */
export async function probeApi(upstream: Upstream): Promise<JaegerApi> {
  const isNew = await upstream.read({ method: "GET", path: "/api/v3/services" }, (response) => {
    if (response.status === 404) return false;
    parse(v3Services, response);
    return true;
  });
  if (isNew) return "v3";
  await listServices(upstream, "old");
  return "old";
}

/** Names of the services that the source has spans of, in the order of their names. */
export async function listServices(upstream: Upstream, api: JaegerApi): Promise<readonly string[]> {
  const names =
    api === "v3"
      ? await upstream.read(
          { method: "GET", path: "/api/v3/services" },
          (response) => parse(v3Services, response).services,
        )
      : await upstream.read(
          { method: "GET", path: "/api/services" },
          (response) => parse(oldServices, response).data ?? [],
        );
  return names.toSorted();
}

/**
 * Traces in which a span of the service began within the window. A source neither sorts nor pages: which ones come when
 * there are more than `limit` is its own choice, the newest in practice.
 */
export async function searchTraces(
  upstream: Upstream,
  api: JaegerApi,
  query: TraceQuery,
): Promise<TraceSearch> {
  const path = api === "v3" ? "/api/v3/traces" : "/api/traces";
  const pairs = api === "v3" ? v3Pairs(query) : oldPairs(query);
  const request = getRequest(path, query, pairs);
  const traces = await upstream.read(request, (response) =>
    isNothingFound(response) ? [] : readTraces(api, response),
  );
  return { traces, sentAs: `${path}?${pairs.map(([name, value]) => `${name}=${value}`).join("&")}` };
}

/** One trace with all its spans; null when the source does not have it. */
export async function getTrace(
  upstream: Upstream,
  api: JaegerApi,
  traceId: string,
  options: ReadOptions = {},
): Promise<Trace | null> {
  const path = `${api === "v3" ? "/api/v3/traces" : "/api/traces"}/${encodeURIComponent(traceId)}`;
  const traces = await upstream.read(getRequest(path, options), (response) =>
    isNothingFound(response) ? [] : readTraces(api, response),
  );
  return traces.find((trace) => trace.traceId === fullTraceId(traceId)) ?? null;
}

/** The source's version. Its API does not tell it, its start page does; null when that is missing or says nothing. */
export async function readVersion(upstream: Upstream): Promise<string | null> {
  return upstream.read({ method: "GET", path: "/" }, ({ status, body }) => {
    if (status !== 200) return null;
    const [, told] = /"gitVersion"\s*:\s*"([^"\\]{1,64})"/.exec(new TextDecoder().decode(body)) ?? [];
    return told === undefined ? null : told.replace(/^v(?=\d)/, "");
  });
}

function getRequest(
  path: string,
  { signal }: ReadOptions,
  query: readonly (readonly [string, string])[] = [],
): UpstreamRequest {
  return {
    method: "GET",
    path,
    maxBytes,
    // A search answers only when it has found everything.
    headerLimitMs: 8_000,
    ...(query.length === 0 ? {} : { query }),
    ...(signal === undefined ? {} : { signal }),
  };
}

/** Snake case, the only spelling that every release of the newer API knows. */
function v3Pairs({
  service,
  window,
  limit,
  durationMinMs,
}: TraceQuery): readonly (readonly [string, string])[] {
  return [
    ["query.service_name", service],
    ["query.start_time_min", rfc3339(window.startMs)],
    ["query.start_time_max", rfc3339(window.endMs)],
    ...(durationMinMs === undefined ? [] : ([["query.duration_min", goDuration(durationMinMs)]] as const)),
    ["query.num_traces", String(limit)],
  ];
}

function oldPairs({
  service,
  window,
  limit,
  durationMinMs,
}: TraceQuery): readonly (readonly [string, string])[] {
  return [
    ["service", service],
    ["start", String(Math.round(window.startMs) * 1_000)],
    ["end", String(Math.round(window.endMs) * 1_000)],
    ...(durationMinMs === undefined ? [] : ([["minDuration", goDuration(durationMinMs)]] as const)),
    ["limit", String(limit)],
  ];
}

function rfc3339(epochMs: number): string {
  return new Date(Math.round(epochMs)).toISOString();
}

/** Whole microseconds, the finest step of the older API. */
function goDuration(durationMs: number): string {
  return `${Math.round(durationMs * 1_000)}us`;
}

function readTraces(api: JaegerApi, response: UpstreamResponse): readonly Trace[] {
  return api === "v3"
    ? tracesFromV3(parse(v3Traces, response))
    : tracesFromOld(parse(oldTraces, response).data ?? []);
}

/** The answer's body by `schema`. Throws what its status or shape means. */
function parse<Schema extends z.ZodType>(schema: Schema, response: UpstreamResponse): z.output<Schema> {
  const failure = failureOf(response);
  if (failure) throw failure;
  const parsed = schema.safeParse(toJson(response.body));
  if (!parsed.success) throw new AppError("source-bad-answer", "the trace source's answer is not understood");
  return parsed.data;
}
