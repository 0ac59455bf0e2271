/** Queries for gate runs. A list or run that waits is refreshed more often. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { GateResponse, gatesContract } from "@/lib/contracts/gates";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { fetchJson } from "@/lib/client/fetch-json";
import { retryDelayMs } from "@/lib/client/retry";

const path = "/api/v1/gates";
const idleIntervalMs = 15_000;
const waitingIntervalMs = 2_000;

/** Filter of a list of gate runs. */
export interface GateFilter {
  /** Slug; null for all deployments. */
  readonly deployment: string | null;
  /** Id of a baseline; all baselines when absent. */
  readonly baseline?: string;
}

/** Creates the query for gate runs, newest first. */
export function gatesQuery({ deployment, baseline }: GateFilter) {
  return endpointQuery<typeof gatesContract>(
    path,
    {
      ...(deployment === null ? {} : { deployment }),
      ...(baseline === undefined ? {} : { baseline }),
    },
    {
      placeholderData: keepPreviousData,
      structuralSharing: true,
      refetchInterval: ({ state }) => {
        if (state.status === "error") return retryDelayMs(state.error);
        const isWaiting = state.data?.gates.some((gate) => gate.state === "waiting") === true;
        return isWaiting ? waitingIntervalMs : idleIntervalMs;
      },
    },
  );
}

/** Creates the query for one gate run. A complete run does not change. */
export function gateQuery(id: string) {
  return queryOptions({
    queryKey: [path, id] as const,
    queryFn: ({ signal }) => fetchJson<GateResponse>(`/api/v1/gates/${id}`, { signal }),
    refetchInterval: ({ state }) => {
      if (state.status === "error") return retryDelayMs(state.error);
      return state.data?.gate.state === "waiting" ? waitingIntervalMs : false;
    },
  });
}
