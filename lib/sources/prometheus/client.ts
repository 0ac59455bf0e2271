/**
 * Queries a Prometheus-compatible source: instant vectors, range matrices, stored samples, and build info. Every
 * failure is an AppError; see `errors.ts`.
 */
import { AppError } from "@/lib/model/app-error";
import { gridEndMs, type Grid, type InstantVector, type Matrix } from "@/lib/model/grid";
import type { Upstream, UpstreamRequest, UpstreamResponse } from "@/lib/model/sources/upstream";
import type { Decoded, DecodeRequest } from "./decode";
import { decodeOffLoop } from "./decode-off-loop";
import { envelopeOf, failureOf } from "./errors";
import {
  toBuildInfo,
  toInstantVector,
  toMatrix,
  toSampleRows,
  type BuildInfo,
  type SampleRow,
} from "./mapper";
import { buildInfoSchema, type Envelope } from "./wire";

/** Maximum size of one response. */
export const answerLimits = { points: 11_000, series: 2_000, cells: 2_000_000 } as const;

export interface QueryOptions {
  readonly promql: string;
  readonly deadlineMs?: number;
  readonly signal?: AbortSignal;
}

export interface InstantQuery extends QueryOptions {
  readonly atMs: number;
}

export interface RangeQuery extends QueryOptions {
  readonly grid: Grid;
}

const DEFAULT_DEADLINE_MS = 10_000;
/** Time reserved for transferring the response after the source's timeout. */
const RESPONSE_TRANSFER_MS = 300;
/** Some proxies truncate or refuse longer URLs. */
const MAX_URL_LENGTH = 1_500;

/** Returns the values at `atMs`. Series with a NaN value are removed. */
export async function queryInstant(upstream: Upstream, query: InstantQuery): Promise<InstantVector> {
  const { decoded, envelope } = await sendQuery(upstream, query, {
    path: "/api/v1/query",
    pairs: [["time", unixSeconds(query.atMs)]],
    request: { kind: "vector", maxSeries: answerLimits.series },
  });
  return toInstantVector(decoded, envelope);
}

/** Returns values on `grid`, both ends included, NaN where missing. Series are sorted by labels. */
export async function queryRange(upstream: Upstream, query: RangeQuery): Promise<Matrix> {
  const { grid } = query;
  if (grid.pointCount > answerLimits.points) {
    throw new AppError(
      "query-too-large",
      `${grid.pointCount} points requested, the maximum is ${answerLimits.points}`,
    );
  }
  const { decoded, envelope } = await sendQuery(upstream, query, {
    path: "/api/v1/query_range",
    pairs: [
      ["start", unixSeconds(grid.startMs)],
      ["end", unixSeconds(gridEndMs(grid))],
      ["step", unixSeconds(grid.stepMs)],
    ],
    request: { kind: "range", ...grid, maxSeries: answerLimits.series, maxCells: answerLimits.cells },
  });
  return toMatrix(decoded, envelope, grid);
}

/** Returns the stored samples of a range selector such as `up[5m]` at `atMs`, with their timestamps. */
export async function querySamples(upstream: Upstream, query: InstantQuery): Promise<readonly SampleRow[]> {
  const { decoded } = await sendQuery(upstream, query, {
    path: "/api/v1/query",
    pairs: [["time", unixSeconds(query.atMs)]],
    request: { kind: "samples", maxSeries: answerLimits.series },
  });
  return toSampleRows(decoded);
}

/** Returns version and product of the server. Throws not-found if the server has no build info endpoint. */
export async function readBuildInfo(
  upstream: Upstream,
  options: { readonly signal?: AbortSignal } = {},
): Promise<BuildInfo> {
  const request: UpstreamRequest = { method: "GET", path: "/api/v1/status/buildinfo", ...options };
  return upstream.read(request, (response) => {
    const answer = buildInfoSchema.safeParse(parseJson(response.body));
    if (response.status === 200 && answer.success) return toBuildInfo(answer.data);
    // Some compatible products lack this endpoint, which does not mean that they are unhealthy.
    if (response.status === 404)
      throw new AppError("not-found", "the metrics source does not report its build");
    throw failureOf(response, {
      kind: "undecodable",
      why: "unexpected-shape",
      seriesCount: 0,
      head: new TextDecoder().decode(response.body.subarray(0, 800)),
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
  query: QueryOptions,
  { path, pairs, request }: QueryCall,
): Promise<{ readonly decoded: Decoded; readonly envelope: Envelope }> {
  const deadlineMs = query.deadlineMs ?? DEFAULT_DEADLINE_MS;
  const parameters: readonly (readonly [string, string])[] = [
    ["query", query.promql],
    ...pairs,
    ["timeout", unixSeconds(Math.max(100, deadlineMs - RESPONSE_TRANSFER_MS))],
    // One more than the limit, to distinguish "too many" from "exactly as many".
    ["limit", String(request.maxSeries + 1)],
  ];
  const isLong = query.promql.length > MAX_URL_LENGTH;
  const options: UpstreamRequest = {
    method: isLong ? "POST" : "GET",
    path,
    ...(isLong ? { form: parameters } : { query: parameters }),
    deadlineMs,
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
): Promise<{ readonly decoded: Decoded; readonly envelope: Envelope }> {
  const result = await decodeOffLoop(response.body, request);
  const envelope = envelopeOf(result);
  const isGood = response.status === 200 && result.kind === "decoded" && envelope?.status === "success";
  if (!isGood || envelope === undefined || result.kind !== "decoded") throw failureOf(response, result);
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
