/** What services and phase rules of a deployment would find; asked anew as they are typed. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type {
  TraceMeaningBody,
  TraceMeaningResponse,
  TraceServicesResponse,
} from "@/lib/contracts/trace-meaning";
import { fetchJson } from "@/lib/client/fetch-json";

/** A hundred traces are read for it. */
const freshMs = 60_000;

export function traceMeaningQuery(body: TraceMeaningBody) {
  return queryOptions({
    queryKey: ["trace-meaning", JSON.stringify(body)],
    queryFn: ({ signal }) =>
      fetchJson<TraceMeaningResponse>("/api/v1/traces/meaning", { method: "POST", body, signal }),
    staleTime: freshMs,
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
  });
}

/** Services that a deployment could have. */
export function traceServicesQuery(deploymentId: string) {
  return queryOptions({
    queryKey: ["trace-services", deploymentId],
    queryFn: ({ signal }) =>
      fetchJson<TraceServicesResponse>(`/api/v1/deployments/${deploymentId}/trace-services`, { signal }),
    staleTime: freshMs,
  });
}
