/**
 * Queries a Prometheus-compatible source: instant vectors, range matrices, stored samples, and build info. Every
 * failure is an AppError; see `errors.ts`.
 */
import { AppError } from "@/lib/model/app-error";
import { gridEndMs, type Grid, type InstantVector, type Matrix } from "@/lib/model/grid";
import type { Upstream, UpstreamRequest, UpstreamResponse } from "@/lib/model/sources/upstream";
import type { DecodedResponse, DecodeRequest } from "./decoded-response";
import { decodeOffEventLoop } from "./decode-off-event-loop";
import { parseEnvelope, createResponseError } from "./errors";
import {
  toBuildInfo,
  toInstantVector,
  toMatrix,
  toSampleRows,
  type BuildInfo,
  type SeriesSamples,
} from "./mapper";
import { buildInfoSchema, type ResponseEnvelope } from "./wire";

/** Maximum size of one response. */
export const resultLimits = { maxPoints: 11_000, maxSeries: 2_000, maxCells: 2_000_000 } as const;

/** A PromQL query with its time limit in milliseconds. */
export interface PromqlRequest {
  readonly promql: string;
  /** True for a query that only tests whether the source responds; see `UpstreamRequest`. */
  readonly isHealthCheck?: true;
  readonly deadlineMs?: number;
  readonly signal?: AbortSignal | undefined;
}

/** A PromQL query at one time, in epoch milliseconds. */
export interface InstantQuery extends PromqlRequest {
  readonly atMs: number;
}

/** A PromQL query at the times of a grid. */
export interface RangeQuery extends PromqlRequest {
  readonly grid: Grid;
}

const DEFAULT_DEADLINE_MS = 10_000;
const HEALTH_CHECK_DEADLINE_MS = 4_000;
/** Time reserved for transferring the response after the source's timeout. */
const RESPONSE_TRANSFER_MS = 300;
/** Some proxies truncate or refuse longer URLs. */
const MAX_URL_LENGTH = 1_500;

/** Returns the values at `atMs`. Series with a NaN value are removed. */
export async function queryInstant(upstream: Upstream, query: InstantQuery): Promise<InstantVector> {
  const { decoded, envelope } = await sendQuery(upstream, query, {
    path: "/api/v1/query",
    pairs: [["time", unixSeconds(query.atMs)]],
    request: { kind: "vector", maxSeries: resultLimits.maxSeries },
  });
  return toInstantVector(decoded, envelope);
}

/** Returns values on `grid`, both ends included, NaN where missing. Series are sorted by labels. */
export async function queryRange(upstream: Upstream, query: RangeQuery): Promise<Matrix> {
  const { grid } = query;
  if (grid.pointCount > resultLimits.maxPoints) {
    throw new AppError(
      "query-too-large",
      `the query requests ${grid.pointCount} points per series, but the maximum is ${resultLimits.maxPoints}`,
    );
  }
  const { decoded, envelope } = await sendQuery(upstream, query, {
    path: "/api/v1/query_range",
    pairs: [
      ["start", unixSeconds(grid.startMs)],
      ["end", unixSeconds(gridEndMs(grid))],
      ["step", unixSeconds(grid.stepMs)],
    ],
    request: { kind: "range", ...grid, maxSeries: resultLimits.maxSeries, maxCells: resultLimits.maxCells },
  });
  return toMatrix(decoded, envelope, grid);
}

/** Returns the stored samples of a range selector such as `up[5m]` at `atMs`, with their timestamps. */
export async function querySamples(
  upstream: Upstream,
  query: InstantQuery,
): Promise<readonly SeriesSamples[]> {
  const { decoded } = await sendQuery(upstream, query, {
    path: "/api/v1/query",
    pairs: [["time", unixSeconds(query.atMs)]],
    request: { kind: "samples", maxSeries: resultLimits.maxSeries },
  });
  return toSampleRows(decoded);
}

/** Returns version and product of the server. Throws not-found if the server has no build info endpoint. */
export async function readBuildInfo(
  upstream: Upstream,
  options: { readonly signal?: AbortSignal } = {},
): Promise<BuildInfo> {
  const path = "/api/v1/status/buildinfo";
  const request: UpstreamRequest = { method: "GET", path, isHealthCheck: true, ...options };
  return upstream.read(request, (response) => {
    const answer = buildInfoSchema.safeParse(parseJson(response.body));
    if (response.status === 200 && answer.success) return toBuildInfo(answer.data);
    // Some compatible products lack this endpoint, which does not mean that they are unhealthy.
    if (response.status === 404)
      throw new AppError("not-found", "the metrics source does not report its build");
    throw createResponseError(response, {
      kind: "undecodable",
      reason: "unexpected-shape",
      seriesCount: 0,
      bodyStart: new TextDecoder().decode(response.body.subarray(0, 800)),
    });
  });
}

interface QueryCall {
  readonly path: string;
  readonly pairs: readonly (readonly [string, string])[];
  readonly request: DecodeRequest;
}

async function sendQuery(
  upstream: Upstream,
  query: PromqlRequest,
  { path, pairs, request }: QueryCall,
): Promise<{ readonly decoded: DecodedResponse; readonly envelope: ResponseEnvelope }> {
  const deadlineMs =
    query.deadlineMs ?? (query.isHealthCheck ? HEALTH_CHECK_DEADLINE_MS : DEFAULT_DEADLINE_MS);
  const parameters: readonly (readonly [string, string])[] = [
    ["query", query.promql],
    ...pairs,
    ["timeout", unixSeconds(Math.max(100, deadlineMs - RESPONSE_TRANSFER_MS))],
    // One more than the limit, to distinguish a result that exceeds the limit from a result that equals it.
    ["limit", String(request.maxSeries + 1)],
  ];
  const isLong = query.promql.length > MAX_URL_LENGTH;
  const options: UpstreamRequest = {
    method: isLong ? "POST" : "GET",
    path,
    ...(isLong ? { form: parameters } : { query: parameters }),
    deadlineMs,
    ...(query.isHealthCheck ? { isHealthCheck: true } : {}),
    isBodyReused: true,
    // The first byte arrives after the query is complete.
    headerLimitMs: deadlineMs,
    ...(query.signal === undefined ? {} : { signal: query.signal }),
  };
  return upstream.read(options, (response) => decodeResponse(response, request));
}

async function decodeResponse(
  response: UpstreamResponse,
  request: DecodeRequest,
): Promise<{ readonly decoded: DecodedResponse; readonly envelope: ResponseEnvelope }> {
  const result = await decodeOffEventLoop(response.body, request);
  const envelope = parseEnvelope(result);
  const isGood = response.status === 200 && result.kind === "decoded" && envelope?.status === "success";
  if (!isGood || envelope === undefined || result.kind !== "decoded")
    throw createResponseError(response, result);
  return { decoded: result, envelope };
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch (error) {
    // The response may not be JSON. The schema then rejects it like any other shape.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Converts milliseconds to decimal seconds, the API's format. */
function unixSeconds(timeMs: number): string {
  return (timeMs / 1_000).toFixed(3);
}
