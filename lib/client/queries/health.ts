/** Health of the Ridgepoint server. */
import type { HealthResponse } from "@/lib/contracts/installation/health";
import { fetchJson } from "@/lib/client/fetch-json";

/** Reads whether the server process is alive, without checks of the database and the sources. */
export function readLiveness(signal: AbortSignal): Promise<HealthResponse> {
  return fetchJson<HealthResponse>("/api/health", { query: { probe: "live" }, signal });
}
