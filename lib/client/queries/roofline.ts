/** Roofline of a deployment, and its settings. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { RooflineResponse } from "@/lib/contracts/roofline/roofline";
import type {
  EditRooflineSettingBody,
  EditRooflineSettingResponse,
} from "@/lib/contracts/roofline/roofline-setting";
import { fetchJson } from "@/lib/client/fetch-json";
import { liveIntervalMs, pendingIntervalMs } from "@/lib/client/polling";
import { retryDelayMs } from "@/lib/client/retry";

/** Deployment and window of the Roofline page. */
export interface RooflineQueryParams {
  readonly deployment: string;
  readonly model: string | null;
  readonly instance: string | null;
  readonly from: string;
  readonly to: string;
  readonly live: boolean;
}

/** Shortest polling interval. The points cover five minutes, so they are refreshed less often than charts. */
const minIntervalMs = 15_000;

/** Creates the query for the data of the Roofline page. */
export function rooflineQuery({ deployment, model, instance, from, to, live }: RooflineQueryParams) {
  return queryOptions({
    queryKey: ["roofline", deployment, model, instance, from, to],
    queryFn: ({ signal }) =>
      fetchJson<RooflineResponse>("/api/v1/roofline", {
        query: { deployment, model: model ?? undefined, instance: instance ?? undefined, from, to },
        signal,
      }),
    placeholderData: keepPreviousData,
    structuralSharing: false,
    refetchInterval: ({ state }) => {
      if (state.status === "error") return retryDelayMs(state.error);
      if (state.data?.state === "pending") return pendingIntervalMs;
      const interval = live ? liveIntervalMs(from, to) : false;
      return interval === false ? false : Math.max(minIntervalMs, interval);
    },
  });
}

/** Edits the roofline setting of a deployment, based on the displayed version. */
export function editRooflineSetting(
  deploymentId: string,
  version: number,
  body: EditRooflineSettingBody,
): Promise<EditRooflineSettingResponse> {
  return fetchJson<EditRooflineSettingResponse>(`/api/v1/deployments/${deploymentId}/roofline-setting`, {
    method: "PATCH",
    body,
    ifMatch: version,
  });
}
