/** Queries of reading endpoints. A contract gives the types of path, parameters and response. */
import { queryOptions, type UseQueryOptions } from "@tanstack/react-query";
import type { AnyContract, QueryOf, ResponseOf } from "@/lib/contracts/contract";
import type { Problem } from "@/lib/model/problem";
import { fetchJson, ProblemError, type FetchOptions } from "./fetch-json";
import { retryDelayMs } from "./retry";

/**
 * Cache key of a request: its path and parameters. The server uses the same keys for the first queries of a
 * page.
 */
export type EndpointKey<C extends AnyContract> = readonly [path: C["path"], query: QueryOf<C>];

interface Policy<C extends AnyContract> extends Pick<
  UseQueryOptions<ResponseOf<C>, Error, ResponseOf<C>, EndpointKey<C>>,
  "enabled" | "placeholderData" | "refetchInterval" | "staleTime" | "structuralSharing"
> {
  /** Returns the problem of a response that must not replace the previous response; null for a usable response. */
  readonly problemOf?: (response: ResponseOf<C>) => Problem | null;
}

/**
 * Creates the TanStack query of an endpoint. By default it is read once, and again after a failure. `policy`
 * changes this, for example to poll.
 */
export function endpointQuery<C extends AnyContract>(
  path: C["path"],
  query: QueryOf<C>,
  { problemOf, ...policy }: Policy<C> = {},
) {
  return queryOptions<ResponseOf<C>, Error, ResponseOf<C>, EndpointKey<C>>({
    queryKey: [path, query],
    queryFn: async ({ signal }) => {
      const sent = query as FetchOptions["query"] & {};
      const response = await fetchJson<ResponseOf<C>>(path, { query: sent, signal });
      const problem = problemOf?.(response) ?? null;
      if (problem !== null) throw new ProblemError(problem);
      return response;
    },
    refetchInterval: ({ state }) => (state.status === "error" ? retryDelayMs(state.error) : false),
    ...policy,
  });
}
