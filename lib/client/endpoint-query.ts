/** Queries of reading endpoints. A contract gives the types of path, parameters and response. */
import { queryOptions, type UseQueryOptions } from "@tanstack/react-query";
import type { AnyContract, QueryOf, ResponseOf } from "@/lib/contracts/contract";
import { fetchJson, type FetchOptions } from "./fetch-json";
import { retryDelayMs } from "./retry";

type Policy<Response> = Pick<
  UseQueryOptions<Response>,
  "enabled" | "placeholderData" | "refetchInterval" | "staleTime"
>;

/**
 * Returns the query of an endpoint. By default it is read once, and again after a failure. `policy` sets polling and
 * the like.
 */
export function endpointQuery<C extends AnyContract>(
  path: C["path"],
  query: QueryOf<C>,
  policy: Policy<ResponseOf<C>> = {},
) {
  return queryOptions<ResponseOf<C>>({
    queryKey: [path, query],
    queryFn: ({ signal }) =>
      fetchJson<ResponseOf<C>>(path, { query: query as FetchOptions["query"] & {}, signal }),
    refetchInterval: ({ state }) => (state.status === "error" ? retryDelayMs(state.error) : false),
    ...policy,
  });
}
