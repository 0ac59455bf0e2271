/** Query for the list of investigations. */
import { keepPreviousData } from "@tanstack/react-query";
import type { QueryOf } from "@/lib/contracts/contract";
import type { investigationsContract } from "@/lib/contracts/investigations/investigations";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { retryDelayMs } from "@/lib/client/retry";

/** First part of the key of every query of investigations, for invalidating all. */
export const investigationsKey = ["/api/v1/investigations"] as const;

const listIntervalMs = 15_000;

/** Creates the query for a list of investigations. The previous list is shown while another one is loaded. */
export function investigationsQuery(query: QueryOf<typeof investigationsContract>) {
  return endpointQuery<typeof investigationsContract>(...investigationsKey, query, {
    placeholderData: keepPreviousData,
    structuralSharing: true,
    refetchInterval: ({ state }) => (state.status === "error" ? retryDelayMs(state.error) : listIntervalMs),
  });
}
