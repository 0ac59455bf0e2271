/** Deployments: all that a link can name, and those listed in menus and in the command palette. */
import { queryOptions } from "@tanstack/react-query";
import type { deploymentsContract, DeploymentsResponse } from "@/lib/contracts/deployments";
import { endpointQuery } from "@/lib/client/endpoint-query";

/** Query for all deployments. It is polled fast until the first one is found. */
export const deploymentsQuery = endpointQuery<typeof deploymentsContract>(
  "/api/v1/deployments",
  {},
  { refetchInterval: ({ state }) => ((state.data?.deployments.length ?? 0) === 0 ? 2_000 : 30_000) },
);

/**
 * Query for the deployments that pickers list. Hidden deployments, and deployments that disappeared more than a day ago,
 * are excluded.
 */
export const listedDeploymentsQuery = queryOptions({
  ...deploymentsQuery,
  select: (data: DeploymentsResponse) => ({
    ...data,
    deployments: data.deployments.filter(({ isListed }) => isListed),
  }),
});
