/** Labels by which a deployment's signals can be split, loaded when the menu opens. */
import { queryOptions } from "@tanstack/react-query";
import type { LabelsResponse } from "@/lib/contracts/labels";
import { fetchJson } from "@/lib/client/fetch-json";

export const labelsQuery = (deployment: string) =>
  queryOptions({
    queryKey: ["labels", deployment],
    queryFn: ({ signal }) =>
      fetchJson<LabelsResponse>(`/api/v1/labels?deployment=${encodeURIComponent(deployment)}`, { signal }),
    staleTime: 60_000,
  });
