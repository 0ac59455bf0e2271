/** One query client for a browser tab. Series are compared by nobody: sharing their structure costs more than drawing them. */
import { QueryClient } from "@tanstack/react-query";

interface QueryClientOptions {
  /** Polls go on while the tab is hidden. */
  readonly inBackground?: boolean;
}

export function makeQueryClient({ inBackground = false }: QueryClientOptions = {}): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // We poll: a failed read is asked again by the next tick, not by hidden retries.
        retry: false,
        structuralSharing: false,
        refetchOnWindowFocus: true,
        refetchIntervalInBackground: inBackground,
        staleTime: 1_000,
      },
      mutations: { retry: false },
    },
  });
}
