/** Reads an optional part of a validation. Returns the reason instead when its source fails. */
import { toSentence } from "@/lib/format/sentence";
import { isAppError } from "@/lib/model/app-error";
import type { Goal } from "@/lib/model/investigation/goal";
import type { TimeWindow } from "@/lib/model/time-window";
import { withTimeLimit } from "@/lib/server/http/time-limit";
import { getLogger } from "@/lib/server/logger";
import type { Principal } from "@/lib/server/principal";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";

const readLimitMs = 20_000;

/** Windows of one deployment before and after the fix, whose bottlenecks are compared. */
export interface BottleneckRequest {
  readonly deployment: KnownDeployment;
  readonly before: TimeWindow;
  readonly after: TimeWindow;
  readonly goal: Goal | null;
  readonly principal: Principal;
  readonly requestId: string;
  readonly signal: AbortSignal;
}

/**
 * Returns the result of `read`, or the reason why the data could not be read, as a sentence. Throws
 * database-unavailable.
 */
export async function readOrFailureReason<T>(
  request: BottleneckRequest,
  read: (limited: BottleneckRequest) => Promise<T>,
): Promise<T | string> {
  try {
    return await withTimeLimit(readLimitMs, request.signal, (signal) => read({ ...request, signal }));
  } catch (error) {
    request.signal.throwIfAborted();
    if (isAppError(error) && error.code === "database-unavailable") throw error;
    getLogger().warn({ error, deployment: request.deployment.slug }, "a bottleneck could not be read");
    return isAppError(error)
      ? toSentence(error.message)
      : "The data could not be read. Find the cause in the log of Ridgepoint.";
  }
}
