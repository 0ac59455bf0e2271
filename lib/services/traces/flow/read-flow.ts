/** Handler of the service flow: the map of a window's requests, optionally compared with another window. */
import { resolveLimits } from "@/lib/model/deployment/limits";
import type { traceFlowContract, TraceFlowResponse } from "@/lib/contracts/traces/trace-flow";
import { findBrokenHops } from "@/lib/analysis/traces/flow/broken-hops";
import { compareFlows } from "@/lib/analysis/traces/flow/compare-flows";
import { flowSentence } from "@/lib/sentences/traces/flow-sentence";
import type { z } from "zod";
import { isAppError } from "@/lib/model/app-error";
import { resolveComparisonWindow } from "@/lib/model/comparison/compared-window";
import { resolveRequestedWindow } from "@/lib/server/requested-window";
import { nowMs } from "@/lib/server/clock";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import type { Handler } from "@/lib/server/handler";
import { toProblem } from "@/lib/server/http/problem";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { toTraceFilters } from "@/lib/services/traces/query/trace-conditions";
import { toComparedFlowRows, toFlowRows } from "./flow-rows";
import { readFlowSide, readFlowSideOrError, type FlowRequest, type FlowSide } from "./read-flow-side";

/** Maximum number of items in a response; the rest is counted. */
const flowBounds = { nodes: 100, edges: 300, hops: 50 } as const;

/**
 * Handles the request for the services and calls of a deployment, optionally compared with another window.
 */
export const readFlow: Handler<typeof traceFlowContract> = async ({
  query,
  principal,
  signal,
  requestId,
}) => {
  const deployment = await resolveDeployment(query.deployment, principal.sourceScope);
  const window = resolveRequestedWindow(query);
  const request = flowRequestOf(query, { deployment, window, signal });
  const services = deployment.traceServices.slice(0, 200);
  const before = query.cmp === undefined ? null : resolveComparisonWindow(window, query.cmp);
  const otherAbort = new AbortController();
  try {
    const other =
      before === null
        ? null
        : readFlowSideOrError({
            ...request,
            window: before.window,
            signal: AbortSignal.any([signal, otherAbort.signal]),
          });
    // The rejection is handled where the promise is awaited. This prevents an unhandled rejection.
    other?.catch(() => undefined);
    const side = await readFlowSide(request);
    const baseline = await other;
    return {
      asOfMs: nowMs(),
      window,
      source: side.traceGroup.traceSource,
      services,
      ...answerOf(side, baseline instanceof Error ? null : baseline, deployment),
      compared: before === null ? null : comparedOf(before.window, baseline, requestId),
      problem: null,
    };
  } catch (error) {
    signal.throwIfAborted();
    if (!isAppError(error)) throw error;
    return {
      asOfMs: nowMs(),
      window,
      source: { slug: deployment.tracesSource ?? "jaeger", version: null, api: null },
      services,
      headline: [],
      flow: null,
      compared: null,
      problem: toProblem(error, requestId),
    };
  } finally {
    otherAbort.abort();
  }
};

function flowRequestOf(
  query: z.output<typeof traceFlowContract.query>,
  of: Pick<FlowRequest, "deployment" | "window" | "signal">,
): FlowRequest {
  const filters = toTraceFilters(query);
  return {
    ...of,
    maxTraces: query.n,
    ...(query.service === undefined ? {} : { service: query.service }),
    ...(filters === undefined ? {} : { filters }),
  };
}

function answerOf(
  { traceGroup, flowMap, retrieval }: FlowSide,
  baseline: FlowSide | null,
  deployment: FlowRequest["deployment"],
): ReadonlyDeep<Pick<TraceFlowResponse, "headline" | "flow">> {
  const { nodes, edges, hops: maxHops } = flowBounds;
  const changes =
    baseline === null || baseline.flowMap.traceCount === 0 ? null : compareFlows(baseline.flowMap, flowMap);
  const hops = flowMap.traceCount === 0 ? [] : findBrokenHops(traceGroup.requests, deployment.traceServices);
  const rows =
    changes === null
      ? toFlowRows(flowMap)
      : toComparedFlowRows(changes, baseline?.retrieval.scale.kind === retrieval.scale.kind);
  return {
    headline: flowSentence(flowMap, changes, resolveLimits(deployment)),
    flow: {
      retrieval: retrieval,
      nodes: flowMap.nodes.slice(0, nodes),
      edges: rows.slice(0, edges),
      hops: hops.slice(0, maxHops),
      omitted: {
        nodes: Math.max(0, flowMap.nodes.length - nodes),
        edges: Math.max(0, rows.length - edges),
        hops: Math.max(0, hops.length - maxHops),
      },
    },
  };
}

function comparedOf(
  window: FlowRequest["window"],
  baseline: FlowSide | Error | null,
  requestId: string,
): ReadonlyDeep<NonNullable<TraceFlowResponse["compared"]>> {
  if (baseline instanceof Error) return { window, retrieval: null, problem: toProblem(baseline, requestId) };
  return { window, retrieval: baseline?.retrieval ?? null, problem: null };
}
