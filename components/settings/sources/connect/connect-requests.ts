/** Request that checks new sources. */
import { fetchJson } from "@/lib/client/fetch-json";
import type { PreviewSourcesBody, PreviewSourcesResponse } from "@/lib/contracts/installation/source-preview";

/** Queries the sources at these URLs once. Nothing is stored. */
export function previewSources(body: PreviewSourcesBody): Promise<PreviewSourcesResponse> {
  return fetchJson("/api/v1/sources/preview", { method: "POST", body });
}
