/** Sends a trace file to the server for parsing. */
import type { OpenTracesResponse } from "@/lib/contracts/traces/open-traces";
import type { ExportFormat } from "@/lib/contracts/traces/trace-export";
import { fetchFile, fetchJson } from "@/lib/client/fetch-json";
import { createSpanSlicer } from "@/lib/client/file-pieces";
import { toTraceView, type TraceView } from "@/lib/client/trace-view";
import { packFlags } from "@/lib/model/traces/drawn-span";
import type { ClockMode } from "./traces";

/** Trace of an uploaded file to display, and which clocks to use. */
export interface OpenTracesOptions {
  /** The trace to draw. Null draws the only trace of the file. */
  readonly traceId: string | null;
  readonly clock: ClockMode;
}

/** Traces of an uploaded file, with the displayed trace in the browser's format. */
export type OpenedTraces = Omit<OpenTracesResponse, "drawn" | "span" | "file"> & {
  readonly displayedTrace: TraceView | null;
};

const path = "/api/v1/traces/open";

/**
 * Sends a trace file and returns its traces. The file is sent for each view, because the server does not
 * store it.
 */
export async function openTraces(file: File, { traceId, clock }: OpenTracesOptions): Promise<OpenedTraces> {
  const query = { trace: traceId ?? undefined, clock };
  const read = await fetchJson<OpenTracesResponse>(path, { method: "POST", file, query });
  return { ...read, displayedTrace: read.drawn === null ? null : toTraceView(read.drawn) };
}

/** Converts a trace of an uploaded file to another format. */
export function exportOpenedTrace(
  file: File,
  {
    traceId,
    format,
    includesText,
  }: { readonly traceId: string; readonly format: ExportFormat; readonly includesText: boolean },
): Promise<Blob> {
  const query = { trace: traceId, as: format, text: includesText ? "include" : "omit" };
  return fetchFile(path, { method: "POST", file, query });
}

const impossible = packFlags(["impossible-times"], false);

/**
 * Creates a function that reads the details of spans from their bytes, which the browser extracts from the
 * file.
 */
export function createFileSpanReader(
  file: File,
  { spanIndex }: Pick<OpenedTraces, "spanIndex">,
  displayedTrace: TraceView,
) {
  const { traceId, spans } = displayedTrace;
  const cut = spanIndex === null ? null : createSpanSlicer(file, spanIndex);
  return {
    queryKey: [file.name, file.size, file.lastModified, traceId],
    readSpan: async (spanId: string, signal: AbortSignal) => {
      const rows = spans.findRowsById(spanId).filter((row) => spans.findSpanId(row) === spanId);
      // Impossible times can be detected only in the context of the trace.
      const needsFullFile = rows.some((row) => ((spans.flags[row] ?? 0) & impossible) !== 0);
      const body = needsFullFile ? file : (cut?.(spanId) ?? file);
      const query = { trace: traceId, span: spanId };
      const { span } = await fetchJson<OpenTracesResponse>(path, {
        method: "POST",
        file: body,
        query,
        signal,
      });
      if (span === null) throw new Error("the file does not contain this span");
      if (body === file) return span;
      // A span that is sent separately starts at 0, so the original offset is added.
      const startNs = Math.min(...rows.map((row) => spans.startNs[row] ?? 0));
      return { ...span, spans: span.spans.map((one) => ({ ...one, startNs: one.startNs + startNs })) };
    },
  };
}
