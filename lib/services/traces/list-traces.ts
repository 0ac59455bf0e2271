/**
 * The newest traces of a window, and the slowest of those read. Jaeger neither sorts nor pages, so the slow ones are asked
 * for by a least duration that comes from the metric's own p99; what was asked, got and cut is told.
 */
import type { TracesResponse, tracesContract } from "@/lib/contracts/traces";
import { AppError } from "@/lib/model/app-error";
import type { TimeWindow } from "@/lib/model/time-window";
import { resolveWindow } from "@/lib/model/time-window";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import { toProblem } from "@/lib/server/problem";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { answerQuestion } from "@/lib/services/signals/answer-question";
import { searchTraces } from "@/lib/sources/jaeger/client";
import { summariseTrace } from "./summarise-trace";
import { traceSource, type TraceSource } from "./trace-source";

type Listing = NonNullable<TracesResponse["newest"]>;

interface Asked {
  readonly deployment: KnownDeployment;
  readonly service: string;
  readonly window: TimeWindow;
  readonly limit: number;
  readonly signal: AbortSignal;
}

export const listTraces: Handler<typeof tracesContract> = async ({ query, signal, requestId }) => {
  const deployment = await resolveDeployment(query.deployment);
  const window = resolveWindow(query, nowMs());
  if (window === undefined)
    throw new AppError("invalid-input", "the window is reversed, too short or too long");
  const metrics = await readMetrics(deployment, query);
  try {
    const source = await traceSource(deployment.tracesSource);
    const [service] = deployment.traceServices;
    if (service === undefined)
      throw new AppError("not-found", `no trace service is named like ${deployment.title} yet`);
    const asked: Asked = { deployment, service, window, limit: query.limit, signal };
    const newest = await read(source, asked, null);
    const slowest = await read(source, asked, metrics.e2eP99Ms);
    return {
      asOfMs: nowMs(),
      window,
      source: { slug: source.source.slug, version: source.version, api: source.api },
      newest: { ...newest, traces: newest.traces.toSorted((a, b) => b.startMs - a.startMs) },
      slowest: { ...slowest, traces: slowest.traces.toSorted((a, b) => b.durationNs - a.durationNs) },
      requestsInMetrics: metrics.requests,
      warnings: metrics.warnings,
      problem: null,
    };
  } catch (error) {
    return {
      asOfMs: nowMs(),
      window,
      source: { slug: deployment.tracesSource ?? "jaeger", version: null, api: null },
      newest: null,
      slowest: null,
      requestsInMetrics: metrics.requests,
      warnings: metrics.warnings,
      problem: toProblem(error, requestId),
    };
  }
};

async function read(
  { upstream, api }: TraceSource,
  { service, window, limit, signal }: Asked,
  durationMinMs: number | null,
): Promise<Listing> {
  const least = durationMinMs === null ? {} : { durationMinMs: Math.floor(durationMinMs) };
  const { traces, sentAs } = await searchTraces(upstream, api, { service, window, limit, signal, ...least });
  return {
    reading: {
      service,
      limit,
      asked: limit,
      got: traces.length,
      cut: traces.length >= limit,
      durationMinMs: durationMinMs === null ? null : Math.floor(durationMinMs),
      durationMinFrom:
        durationMinMs === null ? null : "the lower edge of the bucket that holds the window's E2E p99",
      sentAs,
    },
    traces: traces.map(summariseTrace),
  };
}

interface Metrics {
  readonly e2eP99Ms: number | null;
  readonly requests: number | null;
  readonly warnings: string[];
}

/** What the metrics say of the same window; traces are shown without them when Prometheus does not answer. */
async function readMetrics(
  deployment: KnownDeployment,
  window: { readonly from: string; readonly to: string },
): Promise<Metrics> {
  try {
    const answer = await answerQuestion(
      {
        v: 1,
        signals: ["e2e"],
        statistics: ["p99"],
        scope: { deployment: deployment.slug },
        window: { from: window.from, to: window.to },
      },
      { maxPoints: 60 },
    );
    const [series] = answer.series;
    // The bucket's lower edge, not the interpolated value: nothing slower than the p99 may fall through.
    const edges = (series?.lower ?? []).filter((edge) => edge !== null);
    const counts = (answer.counts[0]?.n ?? []).filter((n) => n !== null);
    const perPoint = answer.stepMs / answer.rateWindowMs;
    return {
      e2eP99Ms: edges.length === 0 ? null : Math.max(...edges) * 1000,
      requests: counts.length === 0 ? null : Math.round(counts.reduce((sum, n) => sum + n, 0) * perPoint),
      warnings: [],
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unknown";
    return {
      e2eP99Ms: null,
      requests: null,
      warnings: [`The metric's p99 is not known (${reason}), so the slowest are those of the traces read.`],
    };
  }
}
