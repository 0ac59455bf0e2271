/**
 * Client of Grafana Tempo. A search returns trace ids; the traces are then read by id, a few at a time. Tempo's
 * windows have a resolution of one second, so traces outside the requested window are dropped after reading. Every
 * failure is an AppError.
 */
import type { z } from "zod";
import { AppError } from "@/lib/model/app-error";
import type { Trace } from "@/lib/model/traces/trace";
import type { TraceQuery, TraceReader, TraceReadOptions, TraceSearch } from "@/lib/model/traces/trace-reader";
import type { Upstream, UpstreamRequest, UpstreamResponse } from "@/lib/model/sources/upstream";
import { findResponseError } from "./errors";
import { padTraceId } from "@/lib/sources/otlp/mapper";
import { parseJsonOrUndefined } from "@/lib/sources/otlp/span-lookup";
import { isServiceRequestInWindow, buildTraceQl } from "./mapper";
import { buildInfo, searchResponse, tagValues, traceResponse } from "./wire";

const maxBytes = 32 * 1_024 * 1_024;
/**
 * Number of concurrent reads per search. It is small, because several searches run at once and must not starve other
 * requests.
 */
const readsAtOnce = 2;

/** Creates the reader for traces of a Tempo server. */
export function createTempoReader(upstream: Upstream): TraceReader {
  return {
    api: "tempo",
    timeResolutionMs: 1_000,
    services: (options) => listServices(upstream, options),
    search: (query) => searchTraces(upstream, query),
    get: (traceId, options) => getTrace(upstream, traceId, options),
  };
}

/** Checks that the URL is a Tempo server. Throws source-bad-answer if it is not. */
export async function probeTempo(upstream: Upstream): Promise<void> {
  await upstream.read({ ...request("/api/echo", {}), isHealthCheck: true }, (response) => {
    const failure = findResponseError(response);
    if (failure) throw failure;
    if (new TextDecoder().decode(response.body).trim() !== "echo")
      throw new AppError("source-bad-answer", "there is no Tempo API at this address");
  });
}

/** Returns the version; null when Tempo does not report it. */
export async function readVersion(upstream: Upstream): Promise<string | null> {
  return upstream.read(request("/api/status/buildinfo", {}), (response) => {
    if (response.status === 404) return null;
    const { version } = parse(buildInfo, response);
    return version === "" ? null : version.replace(/^v(?=\d)/, "");
  });
}

async function listServices(upstream: Upstream, options: TraceReadOptions = {}): Promise<readonly string[]> {
  const path = "/api/search/tag/service.name/values";
  const found = await upstream.read(request(path, options), (response) => parse(tagValues, response));
  return [...new Set(found.tagValues ?? [])].toSorted();
}

async function searchTraces(upstream: Upstream, query: TraceQuery): Promise<TraceSearch> {
  const pairs = [
    ["q", buildTraceQl(query)],
    ["start", String(Math.floor(query.window.startMs / 1_000))],
    ["end", String(Math.ceil(query.window.endMs / 1_000))],
    ["limit", String(query.maxTraces)],
  ] as const;
  const ids = await upstream.read(request("/api/search", query, pairs), (response) =>
    (parse(searchResponse, response).traces ?? []).map(({ traceID }) => traceID),
  );
  const isFull = ids.length >= query.maxTraces;
  const wanted = isFull && query.isDiscardedAtLimit === true ? [] : [...new Set(ids)];
  const traces = await readAll(upstream, wanted, query);
  return {
    traces: traces.filter((trace) => isServiceRequestInWindow(trace, query)),
    hasReachedLimit: isFull,
    sentRequest: `/api/search?${pairs.map(([name, value]) => `${name}=${value}`).join("&")}`,
  };
}

/** Returns traces in the order of `ids`. Traces deleted since the search are dropped. */
async function readAll(
  upstream: Upstream,
  ids: readonly string[],
  options: TraceReadOptions,
): Promise<readonly Trace[]> {
  const found: (Trace | null)[] = ids.map(() => null);
  const waiting = ids.entries();
  const work = async (): Promise<void> => {
    for (const [index, id] of waiting) found[index] = await getTrace(upstream, id, options);
  };
  await Promise.all(Array.from({ length: readsAtOnce }, work));
  return found.filter((trace) => trace !== null);
}

/** Returns a trace with all its spans; null when Tempo does not have it. */
async function getTrace(
  upstream: Upstream,
  traceId: string,
  options: TraceReadOptions = {},
): Promise<Trace | null> {
  const path = `/api/traces/${encodeURIComponent(traceId)}`;
  const traces = await upstream.read(request(path, options), (response) =>
    response.status === 404 ? [] : parse(traceResponse, response),
  );
  return traces.find((trace) => trace.traceId === padTraceId(traceId)) ?? null;
}

function request(
  path: string,
  { signal }: TraceReadOptions,
  query: UpstreamRequest["query"] = [],
): UpstreamRequest {
  return {
    method: "GET",
    path,
    maxBytes,
    // A search responds only when it has searched all blocks.
    headerLimitMs: 8_000,
    ...(query.length === 0 ? {} : { query }),
    ...(signal === undefined ? {} : { signal }),
  };
}

function parse<Schema extends z.ZodType>(schema: Schema, response: UpstreamResponse): z.output<Schema> {
  const failure = findResponseError(response);
  if (failure) throw failure;
  const { success, data } = schema.safeParse(parseJsonOrUndefined(new TextDecoder().decode(response.body)));
  if (!success) throw new AppError("source-bad-answer", "Tempo's response could not be parsed");
  return data;
}
