/** Data check of a deployment: runs when the page opens, on demand, and again soon after a failure. */
import type { dataCheckContract } from "@/lib/contracts/data-check";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { retryIntervalMs } from "@/lib/client/polling";

const refreshMs = 30_000;

/** Creates the query for the data check of a deployment. */
export const dataCheckQuery = (deployment: string) =>
  endpointQuery<typeof dataCheckContract>(
    "/api/v1/data-check",
    { deployment },
    { refetchInterval: ({ state }) => (state.status === "error" ? retryIntervalMs : refreshMs) },
  );
