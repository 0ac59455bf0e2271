/** Asks the server to read a file of traces for this page. */
import type { OpenTracesResponse } from "@/lib/contracts/open-traces";
import { fetchJson } from "@/lib/client/fetch-json";
import { toTraceView, type TraceView } from "@/lib/client/trace-view";
import type { ClockMode } from "./traces";

export interface FileView {
  /** Which trace of the file is drawn; null for the only one. */
  readonly traceId: string | null;
  readonly clock: ClockMode;
}

/** What the server read of a file, its drawn trace as the browser holds it. */
export type OpenedTraces = Omit<OpenTracesResponse, "drawn"> & { readonly drawn: TraceView | null };

/** The file is sent for each view of it, since the server keeps nothing. */
export async function openTraces(file: File, view: FileView): Promise<OpenedTraces> {
  const read = await send(file, view);
  return { ...read, drawn: read.drawn === null ? null : toTraceView(read.drawn) };
}

/** Reads what single spans of a file's trace say of themselves: the file is sent for each. */
export function spanReaderOf(file: File, view: FileView) {
  return {
    key: [file.name, file.size, file.lastModified, view.traceId ?? ""],
    read: async (spanId: string, signal: AbortSignal) => {
      const { span } = await send(file, view, { spanId, signal });
      if (span === null) throw new Error("the file has no such span");
      return span;
    },
  };
}

function send(
  file: File,
  { traceId, clock }: FileView,
  ask: { readonly spanId?: string; readonly signal?: AbortSignal } = {},
): Promise<OpenTracesResponse> {
  return fetchJson<OpenTracesResponse>("/api/v1/traces/open", {
    method: "POST",
    file,
    query: { trace: traceId ?? undefined, clock, span: ask.spanId },
    ...(ask.signal === undefined ? {} : { signal: ask.signal }),
  });
}
