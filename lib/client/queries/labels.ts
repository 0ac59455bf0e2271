/** Labels by which a deployment's signals can be split, loaded when the menu opens. */
import type { labelsContract } from "@/lib/contracts/labels";
import { endpointQuery } from "@/lib/client/endpoint-query";

/** Creates the query for the labels by which the signals of a deployment can be split. */
export const labelsQuery = (deployment: string) =>
  endpointQuery<typeof labelsContract>("/api/v1/labels", { deployment }, { staleTime: 60_000 });
