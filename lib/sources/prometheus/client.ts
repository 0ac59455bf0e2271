/**
 * Asks a Prometheus-like source: one number per series at an instant, numbers on a grid, stored samples, build info.
 * Every failure is an AppError; see `errors.ts` for which.
 */
import { AppError } from "@/lib/model/app-error";
import { gridEndMs, type Grid, type InstantVector, type Matrix } from "@/lib/model/grid";
import type { Upstream, UpstreamRequest, UpstreamResponse } from "@/lib/model/upstream";
import type { Decoded, DecodeRequest } from "./decode";
import { decode } from "./decode-off-loop";
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

/** What one answer may hold. */
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
/** Time left for the answer to come home after the source has given up. */
const RESPONSE_TRANSFER_MS = 300;
/** Longer addresses are cut off or refused by some proxies. */
const MAX_URL_LENGTH = 1_500;

/** Values at `atMs`; series whose value is not a number are left out. */
export async function queryInstant(upstream: Upstream, query: InstantQuery): Promise<InstantVector> {
  const { decoded, envelope } = await sendQuery(upstream, query, {
    path: "/api/v1/query",
    pairs: [["time", unixSeconds(query.atMs)]],
    request: { kind: "vector", maxSeries: answerLimits.series },
  });
  return toInstantVector(decoded, envelope);
}

/** Values on `grid`, both ends included; NaN where there is none. Series come in the order of their labels. */
export async function queryRange(upstream: Upstream, query: RangeQuery): Promise<Matrix> {
  const { grid } = query;
  if (grid.pointCount > answerLimits.points) {
    throw new AppError("query-too-large", `${grid.pointCount} points are more than ${answerLimits.points}`);
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

/** Stored samples of a range selector such as `up[5m]` at `atMs`, with their own times. */
export async function querySamples(upstream: Upstream, query: InstantQuery): Promise<readonly SampleRow[]> {
  const { decoded } = await sendQuery(upstream, query, {
    path: "/api/v1/query",
    pairs: [["time", unixSeconds(query.atMs)]],
    request: { kind: "samples", maxSeries: answerLimits.series },
  });
  return toSampleRows(decoded);
}

/** Version and kind of the server. Throws not-found where the server has no such page. */
export async function readBuildInfo(
  upstream: Upstream,
  options: { readonly signal?: AbortSignal } = {},
): Promise<BuildInfo> {
  const request: UpstreamRequest = { method: "GET", path: "/api/v1/status/buildinfo", ...options };
  return upstream.read(request, (response) => {
    const answer = buildInfoSchema.safeParse(parseJson(response.body));
    if (response.status === 200 && answer.success) return toBuildInfo(answer.data);
    // Some look-alikes have no such page; that is no sign of illness.
    if (response.status === 404)
      throw new AppError("not-found", "the metrics source does not tell its build");
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
    // One more than is read, so that "too many" can be told from "just as many".
    ["limit", String(request.maxSeries + 1)],
  ];
  const isLong = query.promql.length > MAX_URL_LENGTH;
  const options: UpstreamRequest = {
    method: isLong ? "POST" : "GET",
    path,
    ...(isLong ? { form: parameters } : { query: parameters }),
    deadlineMs,
    isBodyReused: true,
    // The first byte comes when the whole query is computed.
    headerLimitMs: deadlineMs,
    ...(query.signal === undefined ? {} : { signal: query.signal }),
  };
  return upstream.read(options, (response) => decodeResponse(response, request));
}

async function decodeResponse(
  response: UpstreamResponse,
  request: DecodeRequest,
): Promise<{ readonly decoded: Decoded; readonly envelope: Envelope }> {
  const result = await decode(response.body, request);
  const envelope = envelopeOf(result);
  const isGood = response.status === 200 && result.kind === "decoded" && envelope?.status === "success";
  if (!isGood || envelope === undefined || result.kind !== "decoded") throw failureOf(response, result);
  return { decoded: result, envelope };
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch (error) {
    // Not JSON is one of the answers to expect here; the schema says no to it like to any other shape.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Whole milliseconds as the decimal seconds that the API takes. */
function unixSeconds(timeMs: number): string {
  return (timeMs / 1_000).toFixed(3);
}
