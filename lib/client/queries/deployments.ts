/** Deployments: all that a link can name, and those listed in menus and in the command palette. */
import { queryOptions } from "@tanstack/react-query";
import type { DeploymentsResponse } from "@/lib/contracts/deployments";
import { fetchJson } from "@/lib/client/fetch-json";

export const deploymentsQuery = queryOptions({
  queryKey: ["deployments"],
  queryFn: ({ signal }) => fetchJson<DeploymentsResponse>("/api/v1/deployments", { signal }),
  refetchInterval: (query) => ((query.state.data?.deployments.length ?? 0) === 0 ? 2_000 : 30_000),
});

/** Excludes hidden deployments and those that disappeared more than a day ago. */
export const listedDeploymentsQuery = queryOptions({
  ...deploymentsQuery,
  select: (data: DeploymentsResponse) => ({
    ...data,
    deployments: data.deployments.filter(({ isListed }) => isListed),
  }),
});
