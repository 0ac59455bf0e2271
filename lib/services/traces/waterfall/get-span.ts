/** Handler of the details of a span: attributes and events. */
import type { spanContract } from "@/lib/contracts/traces/traces";
import { AppError } from "@/lib/model/app-error";
import { nowMs } from "@/lib/server/clock";
import { readEnvironment } from "@/lib/server/environment/env";
import type { Handler } from "@/lib/server/handler";
import { describeSpan } from "./describe-span";
import { readRecentTrace } from "./recent-traces";

/** Handles the request for the details of one span. Throws not-found. */
export const getSpan: Handler<typeof spanContract> = async ({ params, principal, signal }) => {
  const trace = await readRecentTrace({ traceId: params.traceId, scope: principal.sourceScope }, signal);
  const described = describeSpan(trace, params.spanId, readEnvironment().logsUrlTemplate);
  if (described === null)
    throw new AppError("not-found", `the trace ${params.traceId} has no span ${params.spanId}`);
  return { ...described, asOfMs: nowMs() };
};
