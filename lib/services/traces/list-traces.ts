/**
 * The newest traces of a window, and the slowest of those read. Jaeger neither sorts nor pages, so the slow ones are asked
 * for by a least duration that comes from the metric's own p99; what was asked, got and cut is told.
 */
import type { TracesResponse, tracesContract } from "@/lib/contracts/traces";
import { AppError } from "@/lib/model/app-error";
import type { TimeWindow } from "@/lib/model/time-window";
import { askedWindow } from "@/lib/server/asked-window";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import { toProblem } from "@/lib/server/problem";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { summariseTrace } from "./summarise-trace";
import { traceSource, type TraceSource } from "./trace-source";
import { windowMetrics } from "./window-metrics";

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
  const window = askedWindow(query);
  // The newest need no metrics and are asked for meanwhile.
  const counted = windowMetrics(deployment, query);
  try {
    const source = await traceSource(deployment.tracesSource);
    const [service] = deployment.traceServices;
    if (service === undefined)
      throw new AppError("not-found", `no trace service is named like ${deployment.title} yet`);
    const asked: Asked = { deployment, service, window, limit: query.limit, signal };
    const newest = await read(source, asked, null);
    const metrics = await counted;
    const slowest = await read(source, asked, metrics.e2eP99Ms);
    return {
      asOfMs: nowMs(),
      window,
      source: { slug: source.source.slug, version: source.version, api: source.reader.api },
      newest: { ...newest, traces: newest.traces.toSorted((a, b) => b.startMs - a.startMs) },
      slowest: { ...slowest, traces: slowest.traces.toSorted((a, b) => b.durationNs - a.durationNs) },
      requestsInMetrics: metrics.requests,
      warnings: [...metrics.warnings],
      problem: null,
    };
  } catch (error) {
    const metrics = await counted;
    return {
      asOfMs: nowMs(),
      window,
      source: { slug: deployment.tracesSource ?? "jaeger", version: null, api: null },
      newest: null,
      slowest: null,
      requestsInMetrics: metrics.requests,
      warnings: [...metrics.warnings],
      problem: toProblem(error, requestId),
    };
  }
};

async function read(
  { reader }: TraceSource,
  { service, window, limit, signal }: Asked,
  durationMinMs: number | null,
): Promise<Listing> {
  const least = durationMinMs === null ? {} : { durationMinMs: Math.floor(durationMinMs) };
  const { traces, isFull, sentAs } = await reader.search({ service, window, limit, signal, ...least });
  return {
    reading: {
      service,
      limit,
      asked: limit,
      got: traces.length,
      cut: isFull,
      durationMinMs: durationMinMs === null ? null : Math.floor(durationMinMs),
      durationMinFrom:
        durationMinMs === null ? null : "the lower edge of the bucket that holds the window's E2E p99",
      sentAs,
    },
    traces: traces.map(summariseTrace),
  };
}
