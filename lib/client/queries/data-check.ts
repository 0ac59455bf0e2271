/** What every query of a deployment answers; asked when the page opens and on demand. */
import { queryOptions } from "@tanstack/react-query";
import type { DataCheckResponse } from "@/lib/contracts/data-check";
import { fetchJson } from "@/lib/client/fetch-json";

export const dataCheckQuery = (deployment: string) =>
  queryOptions({
    queryKey: ["data-check", deployment],
    queryFn: ({ signal }) =>
      fetchJson<DataCheckResponse>(`/api/v1/data-check?deployment=${encodeURIComponent(deployment)}`, {
        signal,
      }),
    refetchInterval: 30_000,
  });
