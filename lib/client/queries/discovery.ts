/** Queries for discovered deployments, their review, and previews of selectors. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { DeploymentExportersResponse } from "@/lib/contracts/deployment-exporters";
import type {
  discoveryContract,
  DiscoveryPreviewBody,
  DiscoveryPreviewResponse,
  ReviewableDeployment,
  ReviewBody,
  ReviewResponse,
} from "@/lib/contracts/discovery";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { fetchJson } from "@/lib/client/fetch-json";

const listMs = 15_000;
const previewMs = 10_000;

/** Query for the contents of the sources and the review state of each deployment. */
export const discoveryQuery = endpointQuery<typeof discoveryContract>(
  "/api/v1/discovery",
  {},
  { refetchInterval: listMs },
);

/** Creates the query for a preview of edited selectors, repeated while it is displayed. */
export function discoveryPreviewQuery(body: DiscoveryPreviewBody) {
  return queryOptions({
    queryKey: ["discovery-preview", JSON.stringify(body)],
    queryFn: ({ signal }) =>
      fetchJson<DiscoveryPreviewResponse>("/api/v1/discovery/preview", { method: "POST", body, signal }),
    refetchInterval: previewMs,
    placeholderData: keepPreviousData,
  });
}

/** Creates the query for the exporters' current targets and whether they belong to the deployment. */
export function deploymentExportersQuery(deploymentId: string) {
  return queryOptions({
    queryKey: ["deployment-exporters", deploymentId],
    queryFn: ({ signal }) =>
      fetchJson<DeploymentExportersResponse>(`/api/v1/deployments/${deploymentId}/exporters`, { signal }),
    refetchInterval: listMs,
  });
}

/** Accepts, hides, edits, merges or splits a deployment. */
export function reviewDeployment(
  { id, version }: Pick<ReviewableDeployment, "id" | "version">,
  body: ReviewBody,
): Promise<ReviewResponse> {
  return fetchJson<ReviewResponse>(`/api/v1/deployments/${id}`, { method: "PATCH", body, ifMatch: version });
}
