/** Handler of a single trace, ready to draw. */
import type { traceContract } from "@/lib/contracts/traces/traces";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import { runInSteps } from "@/lib/base/steps";
import { drawTrace } from "./draw-trace";
import { prepareTraceInSteps } from "./prepare-trace";
import { takePrefetchedOrReadTrace } from "./recent-traces";
import { listPhaseMapsOfOwner, findTraceOwner } from "@/lib/services/traces/trace-maps";

/** Handles the request for one trace for display. */
export const getTrace: Handler<typeof traceContract> = async ({ params, query, principal, signal }) => {
  const { traceId } = params;
  const { sourceScope: scope } = principal;
  const { source, version, reader, trace } = await takePrefetchedOrReadTrace({ traceId, scope }, signal);
  const owner = await findTraceOwner(trace, query.deployment, scope);
  const prepared = await prepareTraceInSteps(trace);
  const steps = drawTrace(trace, query.clock, { phaseMaps: listPhaseMapsOfOwner(owner), prepared });
  return {
    ...(await runInSteps(steps, signal)),
    asOfMs: nowMs(),
    deployment: owner?.slug ?? null,
    source: { slug: source.slug, version, api: reader.api },
  };
};
