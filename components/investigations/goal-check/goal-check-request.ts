/** Query of the goal check. */
import { queryOptions } from "@tanstack/react-query";
import type { GoalCheckResponse } from "@/lib/contracts/investigations/goal-check";
import type { Investigation } from "@/lib/contracts/investigations/investigations";
import { fetchJson } from "@/lib/client/fetch-json";
import { retryDelayMs } from "@/lib/client/retry";

const liveIntervalMs = 60_000;

/**
 * Investigation to check. Its version and state are part of the query key, because they decide the goal and
 * its window.
 */
export type GoalCheckSubject = Pick<Investigation, "number" | "version" | "state">;

/** Checks the goal. Repeats it once a minute while the window ends now. */
export function goalCheckQuery({ number, version, state: investigationState }: GoalCheckSubject) {
  return queryOptions({
    queryKey: ["/api/v1/investigations", "goal-check", number, version, investigationState] as const,
    queryFn: ({ signal }) =>
      fetchJson<GoalCheckResponse>(`/api/v1/investigations/${number}/goal-check`, { signal }),
    refetchInterval: ({ state: { status, error, data } }) => {
      if (status === "error") return retryDelayMs(error);
      return data?.check?.window.isLive === true ? liveIntervalMs : false;
    },
  });
}
