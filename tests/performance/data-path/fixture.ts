/**
 * Fixture of the data-path benchmarks: a real Prometheus with three hours of 2,000 bucket series at 15 s behind a
 * counting proxy, our reader on it, direct queries, and a small server that answers viewers through our reader.
 */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Agent, request } from "undici";
import type { Grid, Matrix } from "@/lib/model/grid";
import type { SourceUpstream } from "@/lib/server/upstream/source-upstream";
import { queryInstant, queryRange } from "@/lib/sources/prometheus/client";
import { roundToNullable } from "@/lib/semantic/evaluate/answer-series";
import { serializeJson } from "@/lib/services/signals/serialize-json";
import { createSeriesReader, type SeriesReader } from "@/lib/services/series/series-reader";
import { startFaultProxy, type FaultProxy } from "@/tests/support/sources/fault-proxy";
import { startPrometheus } from "@/tests/support/sources/prometheus";
import { createTestUpstream } from "@/tests/support/server/upstream";
import { endMs, scrapeMs, writeFixtureHistory } from "./fixture-history";

export interface Fixture {
  readonly prometheusUrl: string;
  readonly proxy: FaultProxy;
  readonly upstream: SourceUpstream;
  readonly endMs: number;
  /** Creates a reader with an empty cache; `nowMs` is its clock. */
  readonly reader: (nowMs: () => number) => SeriesReader;
  readonly stop: () => Promise<void>;
}

export const heavyPromql = "sum by (le) (rate(bench_seconds_bucket[1m]))";
/** 100 rows: about 2.1 MB of Prometheus's JSON over three hours. */
export const widePromql = "rate(bench_seconds_count[1m])";
/** As many numbers, almost all different. The rates above come from integers, so 317 values repeat. */
export const unlikePromql = "avg_over_time(bench_seconds_sum[1m])";
export const smallPromql = 'rate(bench_seconds_count{instance="i0"}[1m])';

export function lastGrid(atMs: number, pointCount: number, stepMs = scrapeMs): Grid {
  const lastMs = Math.floor(atMs / stepMs) * stepMs;
  return { startMs: lastMs - (pointCount - 1) * stepMs, stepMs, pointCount };
}

export async function openFixture(): Promise<Fixture> {
  const prometheus = await startPrometheus(writeFixtureHistory());
  const proxy = await startFaultProxy({ targetUrl: prometheus.url });
  const upstream = createTestUpstream(prometheus.url);
  return {
    prometheusUrl: prometheus.url,
    proxy,
    upstream,
    endMs,
    reader: (nowMs) => readerOn(upstream, nowMs),
    stop: async () => {
      await upstream.close();
      await proxy.close();
      await prometheus.stop();
    },
  };
}

export function readerOn(upstream: SourceUpstream, nowMs: () => number): SeriesReader {
  return createSeriesReader({
    promqlSource: {
      queryRange: (read) => queryRange(upstream, read),
      queryInstant: (read) => queryInstant(upstream, read),
    },
    nowMs,
    monotonicMs: nowMs,
    random: () => 0.5,
    cacheBytes: 128 * 1024 * 1024,
  });
}

const direct = new Agent({ connections: 64 });

/** Returns the raw body, as any client without a server would receive it. */
export async function queryDirectly(
  url: string,
  {
    promql,
    grid,
    encoding = "identity",
  }: { readonly promql: string; readonly grid: Grid; readonly encoding?: string },
): Promise<Buffer> {
  const query = new URLSearchParams({
    query: promql,
    start: String(grid.startMs / 1_000),
    end: String((grid.startMs + (grid.pointCount - 1) * grid.stepMs) / 1_000),
    step: String(grid.stepMs / 1_000),
  });
  const address = `${url}/api/v1/query_range?${query.toString()}`;
  const response = await request(address, { dispatcher: direct, headers: { "accept-encoding": encoding } });
  const body = Buffer.from(await response.body.arrayBuffer());
  if (response.statusCode !== 200)
    throw new Error(`Prometheus answers ${response.statusCode}: ${body.toString()}`);
  return body;
}

/** Returns columns in the product's format: one grid, numbers of seven digits, null for missing values. */
export function toColumns({ grid, rows }: Matrix): Uint8Array<ArrayBuffer> {
  const series = rows.map(({ labels, values }) => ({
    labels,
    values: roundToNullable(values),
  }));
  return serializeJson({ ...grid, series });
}

export interface ViewerServer {
  readonly url: string;
  readonly query: (promql: string) => Promise<number>;
  readonly close: () => void;
}

/** Answers viewers over HTTP with columns; `read` provides the series. */
export async function serveViewers(read: (promql: string) => Promise<Matrix>): Promise<ViewerServer> {
  const server: Server = createServer((incoming, response) => {
    const promql = new URL(incoming.url ?? "/", "http://viewer").searchParams.get("q") ?? "";
    read(promql).then(
      (matrix) => response.writeHead(200, { "content-type": "application/json" }).end(toColumns(matrix)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    query: async (promql) => {
      const address = `http://127.0.0.1:${port}/?q=${encodeURIComponent(promql)}`;
      const response = await request(address, { dispatcher: direct });
      const body = await response.body.arrayBuffer();
      if (response.statusCode !== 200) throw new Error(`the viewer's server answers ${response.statusCode}`);
      return body.byteLength;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
