/** Data check of a deployment: runs when the page opens, on demand, and again soon after a failure. */
import { queryOptions } from "@tanstack/react-query";
import type { DataCheckResponse } from "@/lib/contracts/data-check";
import { fetchJson } from "@/lib/client/fetch-json";
import { retryIntervalMs } from "@/lib/client/polling";

const refreshMs = 30_000;

export const dataCheckQuery = (deployment: string) =>
  queryOptions({
    queryKey: ["data-check", deployment],
    queryFn: ({ signal }) =>
      fetchJson<DataCheckResponse>(`/api/v1/data-check?deployment=${encodeURIComponent(deployment)}`, {
        signal,
      }),
    refetchInterval: ({ state }) => (state.status === "error" ? retryIntervalMs : refreshMs),
  });
