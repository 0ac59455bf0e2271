/** Preview of what a deployment's trace services and phase rules match, updated while they are edited. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type {
  TraceSettingsPreviewBody,
  TraceSettingsPreviewResponse,
  TraceServicesResponse,
} from "@/lib/contracts/traces/trace-settings-preview";
import { fetchJson } from "@/lib/client/fetch-json";

/** Time for which a preview is not read again, because each preview reads a hundred traces. */
const freshMs = 60_000;

/** Creates the query for a preview of edited trace services and phase rules. */
export function traceSettingsPreviewQuery(body: TraceSettingsPreviewBody) {
  return queryOptions({
    queryKey: ["trace-meaning", JSON.stringify(body)],
    queryFn: ({ signal }) =>
      fetchJson<TraceSettingsPreviewResponse>("/api/v1/traces/meaning", { method: "POST", body, signal }),
    staleTime: freshMs,
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
  });
}

/** Creates the query for the trace services that can be mapped to a deployment. */
export function traceServicesQuery(deploymentId: string) {
  return queryOptions({
    queryKey: ["trace-services", deploymentId],
    queryFn: ({ signal }) =>
      fetchJson<TraceServicesResponse>(`/api/v1/deployments/${deploymentId}/trace-services`, { signal }),
    staleTime: freshMs,
  });
}
