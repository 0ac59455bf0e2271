/** Asks the server to read a file of traces for this page. */
import type { OpenTracesResponse } from "@/lib/contracts/open-traces";
import { fetchJson } from "@/lib/client/fetch-json";
import type { ClockMode } from "./traces";

export interface FileView {
  /** Which trace of the file is drawn; null for the only one. */
  readonly traceId: string | null;
  readonly clock: ClockMode;
}

/** The file is sent for each view of it, since the server keeps nothing. */
export function openTraces(file: File, { traceId, clock }: FileView): Promise<OpenTracesResponse> {
  return fetchJson<OpenTracesResponse>("/api/v1/traces/open", {
    method: "POST",
    file,
    query: { trace: traceId ?? undefined, clock },
  });
}
