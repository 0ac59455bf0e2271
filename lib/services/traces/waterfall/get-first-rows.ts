/** Handler of the first rows of a trace. The page requests the full trace right after, and both use one read. */
import type { firstRowsContract } from "@/lib/contracts/traces/traces";
import { runInSteps } from "@/lib/base/steps";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import { drawFirstSpanRows } from "./draw-first-rows";
import { prepareTraceInSteps } from "./prepare-trace";
import { prefetchTrace } from "./recent-traces";
import { findPhaseMapsOfTrace } from "@/lib/services/traces/trace-maps";

/** Handles the request for the first rows of a trace, which are displayed while the rest loads. */
export const getFirstRows: Handler<typeof firstRowsContract> = async ({
  params,
  query,
  principal,
  signal,
}) => {
  const { traceId } = params;
  const { sourceScope: scope } = principal;
  const { trace } = await prefetchTrace({ traceId, scope });
  const maps = await findPhaseMapsOfTrace(trace, query.deployment, scope);
  const prepared = await prepareTraceInSteps(trace);
  const steps = drawFirstSpanRows(prepared, {
    clockMode: query.clock,
    phaseMaps: maps,
    selectedSpanId: query.span,
  });
  return { asOfMs: nowMs(), firstRows: await runInSteps(steps, signal) };
};
