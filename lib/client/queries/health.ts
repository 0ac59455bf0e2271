/** What the server says of itself. */
import type { HealthResponse } from "@/lib/contracts/health";
import { fetchJson } from "@/lib/client/fetch-json";

/** Without asking the server to look at its database and sources. */
export function readLiveHealth(signal: AbortSignal): Promise<HealthResponse> {
  return fetchJson<HealthResponse>("/api/health", { query: { probe: "live" }, signal });
}
