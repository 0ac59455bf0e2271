/** One trace by its id, ready to draw. */
import type { traceContract } from "@/lib/contracts/traces";
import { AppError } from "@/lib/model/app-error";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import { drawTrace } from "./draw-trace";
import { traceSource } from "./trace-source";

export const getTrace: Handler<typeof traceContract> = async ({ params, query, signal }) => {
  const { source, version, reader } = await traceSource(null);
  const trace = await reader.get(params.traceId, { signal });
  if (trace === null)
    throw new AppError(
      "not-found",
      `${source.title} has no trace ${params.traceId}; it may have been dropped since`,
    );
  return {
    ...drawTrace(trace, query.clock),
    asOfMs: nowMs(),
    source: { slug: source.slug, version, api: reader.api },
  };
};
