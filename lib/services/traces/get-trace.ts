/** One trace by its id, ready to draw. */
import type { traceContract } from "@/lib/contracts/traces";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import { inSteps } from "@/lib/server/in-steps";
import { drawTrace } from "./draw-trace";
import { readTrace } from "./recent-traces";
import { mapsOf } from "./trace-maps";

export const getTrace: Handler<typeof traceContract> = async ({ params, query, signal }) => {
  const { source, version, reader, trace } = await readTrace(params.traceId, signal);
  const maps = await mapsOf(trace, query.deployment);
  return {
    ...(await inSteps(drawTrace(trace, query.clock, { maps }), signal)),
    asOfMs: nowMs(),
    source: { slug: source.slug, version, api: reader.api },
  };
};
