/** The flow door: the map of a window's requests, and of another window beside it. */
import type { traceFlowContract, TraceFlowResponse } from "@/lib/contracts/trace-flow";
import { brokenHops } from "@/lib/analysis/traces/flow/broken-hops";
import { compareFlows } from "@/lib/analysis/traces/flow/compare-flows";
import { flowSentence } from "@/lib/analysis/traces/flow/flow-sentence";
import type { z } from "zod";
import { isAppError } from "@/lib/model/app-error";
import { windowBefore } from "@/lib/model/compared-window";
import { askedWindow } from "@/lib/server/asked-window";
import { nowMs } from "@/lib/server/clock";
import type { Handler, Sent } from "@/lib/server/handler";
import { toProblem } from "@/lib/server/problem";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { filtersOf } from "@/lib/services/traces/trace-conditions";
import { comparedRows, plainRows } from "./flow-rows";
import { readSide, sideOrFailure, type FlowAsk, type FlowSide } from "./read-side";

/** What an answer holds at most; what is more is counted. */
export const flowBounds = { nodes: 100, edges: 300, hops: 50 } as const;

export const readFlow: Handler<typeof traceFlowContract> = async ({ query, signal, requestId }) => {
  const deployment = await resolveDeployment(query.deployment);
  const window = askedWindow(query);
  const ask = askOf(query, { deployment, window, signal });
  const services = deployment.traceServices.slice(0, 200);
  const before = query.cmp === undefined ? null : windowBefore(window, query.cmp);
  const own = new AbortController();
  try {
    const other =
      before === null
        ? null
        : sideOrFailure({ ...ask, window: before.window, signal: AbortSignal.any([signal, own.signal]) });
    // Its failure is told where it is awaited, and never by the process.
    other?.catch(() => undefined);
    const side = await readSide(ask);
    const past = await other;
    return {
      asOfMs: nowMs(),
      window,
      source: side.group.source,
      services,
      ...answerOf(side, past instanceof Error ? null : past, deployment.traceServices),
      compared: before === null ? null : comparedOf(before.window, past, requestId),
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
    own.abort();
  }
};

function askOf(
  query: z.output<typeof traceFlowContract.query>,
  of: Pick<FlowAsk, "deployment" | "window" | "signal">,
): FlowAsk {
  const filters = filtersOf(query);
  return {
    ...of,
    most: query.n,
    ...(query.service === undefined ? {} : { service: query.service }),
    ...(filters === undefined ? {} : { filters }),
  };
}

function answerOf(
  { group, map, reading }: FlowSide,
  past: FlowSide | null,
  services: readonly string[],
): Sent<Pick<TraceFlowResponse, "headline" | "flow">> {
  const { nodes, edges, hops: most } = flowBounds;
  const changes = past === null || past.map.traces === 0 ? null : compareFlows(past.map, map);
  const hops = map.traces === 0 ? [] : brokenHops(group.requests, services);
  const rows =
    changes === null
      ? plainRows(map)
      : comparedRows(changes, past?.reading.scale.kind === reading.scale.kind);
  return {
    headline: flowSentence(map, changes),
    flow: {
      reading,
      nodes: map.nodes.slice(0, nodes),
      edges: rows.slice(0, edges),
      hops: hops.slice(0, most),
      omitted: {
        nodes: Math.max(0, map.nodes.length - nodes),
        edges: Math.max(0, rows.length - edges),
        hops: Math.max(0, hops.length - most),
      },
    },
  };
}

function comparedOf(
  window: FlowAsk["window"],
  past: FlowSide | Error | null,
  requestId: string,
): Sent<NonNullable<TraceFlowResponse["compared"]>> {
  if (past instanceof Error) return { window, reading: null, problem: toProblem(past, requestId) };
  return { window, reading: past?.reading ?? null, problem: null };
}
