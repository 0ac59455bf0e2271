/** Sources with their health, and a check on demand. */
import type { SourceRow, sourcesContract } from "@/lib/contracts/sources";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { fetchJson } from "@/lib/client/fetch-json";

/** Unhealthy sources are checked more often, so that recovery is visible within seconds. */
const healthyMs = 5_000;
const unhealthyMs = 1_500;

/** Query for the health of the sources and the database. It is polled more often while one of them is down. */
export const sourcesQuery = endpointQuery<typeof sourcesContract>(
  "/api/v1/sources",
  {},
  {
    refetchInterval: ({ state: { data } }) => {
      const isUnhealthy =
        data === undefined ||
        data.database.state === "down" ||
        data.sources.some((source) => source.health.kind !== "up");
      return isUnhealthy ? unhealthyMs : healthyMs;
    },
  },
);

/** A source after a check that the user requested. */
export interface CheckedSource {
  readonly asOfMs: number;
  readonly source: SourceRow;
}

/** Makes the server check the source `slug` now, and returns the result. */
export function checkSource(slug: string): Promise<CheckedSource> {
  return fetchJson<CheckedSource>(`/api/v1/sources/${slug}/check`, {
    method: "POST",
    body: {},
  });
}
