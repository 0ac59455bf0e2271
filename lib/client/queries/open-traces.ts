/** Asks the server to read a file of traces for this page. */
import type { OpenTracesResponse } from "@/lib/contracts/open-traces";
import type { ExportFormat } from "@/lib/contracts/trace-export";
import { fetchFile, fetchJson } from "@/lib/client/fetch-json";
import { pieceCutter } from "@/lib/client/file-pieces";
import { toTraceView, type TraceView } from "@/lib/client/trace-view";
import { flagBits } from "@/lib/model/drawn-span";
import type { ClockMode } from "./traces";

export interface FileView {
  /** Which trace of the file is drawn; null for the only one. */
  readonly traceId: string | null;
  readonly clock: ClockMode;
}

/** What the server read of a file, its drawn trace as the browser holds it. */
export type OpenedTraces = Omit<OpenTracesResponse, "drawn" | "span" | "file"> & {
  readonly drawn: TraceView | null;
};

const path = "/api/v1/traces/open";

/** The file is sent for each view of it, since the server keeps nothing. */
export async function openTraces(file: File, { traceId, clock }: FileView): Promise<OpenedTraces> {
  const query = { trace: traceId ?? undefined, clock };
  const read = await fetchJson<OpenTracesResponse>(path, { method: "POST", file, query });
  return { ...read, drawn: read.drawn === null ? null : toTraceView(read.drawn) };
}

/** The trace in the form of another program. */
export function exportOpened(
  file: File,
  {
    traceId,
    form,
    includesText,
  }: { readonly traceId: string; readonly form: ExportFormat; readonly includesText: boolean },
): Promise<Blob> {
  const query = { trace: traceId, as: form, text: includesText ? "include" : "omit" };
  return fetchFile(path, { method: "POST", file, query });
}

const impossible = flagBits(["impossible-times"], false);

/** Reads what single spans of a file's trace say of themselves: from their own bytes, which the page cuts out of the file. */
export function spanReaderOf(file: File, { spanIndex }: Pick<OpenedTraces, "spanIndex">, drawn: TraceView) {
  const { traceId, spans } = drawn;
  const cut = spanIndex === null ? null : pieceCutter(file, spanIndex);
  return {
    key: [file.name, file.size, file.lastModified, traceId],
    read: async (spanId: string, signal: AbortSignal) => {
      const rows = spans.rowsOfId(spanId).filter((row) => spans.idOf(row) === spanId);
      // That times cannot be is seen beside the others of the trace alone.
      const needsFullFile = rows.some((row) => ((spans.flags[row] ?? 0) & impossible) !== 0);
      const body = needsFullFile ? file : (cut?.(spanId) ?? file);
      const query = { trace: traceId, span: spanId };
      const { span } = await fetchJson<OpenTracesResponse>(path, {
        method: "POST",
        file: body,
        query,
        signal,
      });
      if (span === null) throw new Error("the file has no such span");
      if (body === file) return span;
      // By itself it begins with the trace.
      const startNs = Math.min(...rows.map((row) => spans.start[row] ?? 0));
      return { ...span, spans: span.spans.map((one) => ({ ...one, startNs: one.startNs + startNs })) };
    },
  };
}
