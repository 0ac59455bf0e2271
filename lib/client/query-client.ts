/**
 * Creates the query client of a browser tab. Structural sharing is off, because comparing series costs more than
 * drawing them.
 */
import { QueryClient } from "@tanstack/react-query";
import { shortestIntervalMs } from "./polling";

interface QueryClientOptions {
  /** True if polling continues while the tab is hidden. False if absent. */
  readonly inBackground?: boolean;
}

/** Creates the query client of the browser. Queries are polled, so a failure is retried by the next poll. */
export function makeQueryClient({ inBackground = false }: QueryClientOptions = {}): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Queries are polled: a failure is retried by the next poll, not by hidden retries.
        retry: false,
        structuralSharing: false,
        refetchOnWindowFocus: true,
        // A query that the server answered in the document is not sent again at once. The next poll refreshes it.
        refetchOnMount: ({ state }) =>
          state.dataUpdateCount > 0 || Date.now() - state.dataUpdatedAt >= shortestIntervalMs,
        refetchIntervalInBackground: inBackground,
        staleTime: 1_000,
      },
      // A write in a closed network must not wait for the browser to report a connection.
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
