/**
 * Index of the spans of a trace in a file, so that the browser can send a single span back. Its bytes, wrapped in an
 * envelope with its resource, are a valid file.
 */
import type { FileSpanIndex } from "@/lib/contracts/traces/open-traces";
import { idSeparator } from "@/lib/model/traces/drawn-span";
import type { JaegerTracesWithoutSpans } from "@/lib/sources/jaeger/file";
import { padTraceId } from "@/lib/sources/otlp/mapper";
import { hexId } from "@/lib/sources/otlp/wire";
import type { OtlpEnvelope } from "@/lib/sources/otlp/file";

/**
 * Spans of one process in a trace file, from number `firstSpan` up to but not including `endSpan`. The
 * envelope is the surrounding JSON, split at the position of the spans.
 */
export interface FileSpanGroup {
  readonly firstSpan: number;
  readonly endSpan: number;
  readonly envelope: readonly [head: string, tail: string];
  /** Trace id of all spans; null when each span has a trace id. */
  readonly traceId: string | null;
}

/** Returns the spans of an OTLP file, grouped by resource and scope. */
export function findOtlpSpanGroups(file: OtlpEnvelope): readonly FileSpanGroup[] {
  return file.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.map(({ scope, spans }) => ({
      firstSpan: spans.from,
      endSpan: spans.to,
      traceId: null,
      envelope: [
        `{"resourceSpans":[{"resource":${JSON.stringify(resource)},"scopeSpans":[{"scope":${JSON.stringify(scope)},"spans":[`,
        "]}]}]}",
      ] as const,
    })),
  );
}

/** Returns the spans of a Jaeger file, grouped by trace. */
export function findJaegerSpanGroups(file: JaegerTracesWithoutSpans): readonly FileSpanGroup[] {
  return file.map(({ traceID, processes, spans }) => ({
    firstSpan: spans.from,
    endSpan: spans.to,
    traceId: padTraceId(traceID),
    envelope: [
      `{"data":[{"traceID":${JSON.stringify(traceID)},"processes":${JSON.stringify(processes)},"spans":[`,
      "]}]}",
    ] as const,
  }));
}

/** Ids of a span in the file; null when missing. */
export interface SpanIds {
  readonly spanId: string | null;
  readonly traceId: string | null;
}

const unnamed: SpanIds = { spanId: null, traceId: null };

/** Returns span id and trace id of a span in a file; null where missing. */
export function readSpanIds(span: unknown): SpanIds {
  if (typeof span !== "object" || span === null) return unnamed;
  const fields = span as Readonly<Record<string, unknown>>;
  return { spanId: hexOf(fields["spanId"] ?? fields["spanID"]), traceId: hexOf(fields["traceId"]) };
}

const plain = /^[0-9a-f]{1,32}$/;

function hexOf(value: unknown): string | null {
  if (typeof value === "string" && plain.test(value)) return value;
  return hexId.safeParse(value).data ?? null;
}

/**
 * Creates the index of the spans of `traceId` in a file. `ids` and `edges` have one entry per span number of
 * the file.
 */
export function createFileSpanIndex(
  traceId: string,
  groups: readonly FileSpanGroup[],
  { ids, edges }: { readonly ids: readonly SpanIds[]; readonly edges: readonly number[] },
): FileSpanIndex {
  const envelopes = new Map<
    string,
    { readonly position: number; readonly envelope: FileSpanGroup["envelope"] }
  >();
  const spanIds: string[] = [];
  const columns = { envelope: [] as number[], from: [] as number[], to: [] as number[] };
  for (const { firstSpan, endSpan, envelope, traceId: common } of groups) {
    for (let index = firstSpan; index < endSpan; index += 1) {
      const { spanId, traceId: ownTraceId } = ids[index] ?? unnamed;
      const trace = common ?? (ownTraceId === null ? null : padTraceId(ownTraceId));
      if (spanId === null || trace !== traceId) continue;
      const known = envelopes.get(envelope[0]) ?? { position: envelopes.size, envelope };
      envelopes.set(envelope[0], known);
      spanIds.push(spanId);
      columns.envelope.push(known.position);
      columns.from.push(edges[2 * index] ?? 0);
      columns.to.push(edges[2 * index + 1] ?? 0);
    }
  }
  return {
    envelopes: [...envelopes.values()].map(({ envelope: [head, tail] }) => ({ head, tail })),
    ids: spanIds.join(idSeparator),
    ...columns,
  };
}
