"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { SpanDetail, SpanResponse } from "@/lib/contracts/traces";
import type { TraceView } from "@/lib/client/trace-view";
import { missingBit } from "@/lib/model/drawn-span";

/** Where the attributes and events of a span come from. */
export interface SpanReader {
  /** Tells one trace from another, as a key of what was read. */
  readonly key: readonly (string | number)[];
  readonly read: (spanId: string, signal: AbortSignal) => Promise<Omit<SpanResponse, "asOfMs">>;
}

export interface SpanAsk {
  readonly detail: SpanDetail | null;
  readonly logsUrl: string | null;
  readonly error: Error | null;
  readonly again: () => void;
}

/** Somebody who walks the tree passes many spans; one that is looked at for so long is read. */
const restMs = 120;

/** What a row says of itself; nothing for a row that is no span. */
export function useSpanDetail({ spans }: TraceView, row: number, reader: SpanReader): SpanAsk {
  const isSpan = row >= 0 && ((spans.flags[row] ?? 0) & missingBit) === 0;
  const spanId = isSpan ? spans.idOf(row) : "";
  const rested = useRested(spanId);
  const { data, error, refetch } = useQuery({
    queryKey: ["span", ...reader.key, spanId],
    queryFn: ({ signal }) => reader.read(spanId, signal),
    enabled: spanId !== "" && rested,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return {
    detail: data === undefined || !isSpan ? null : matching(data.spans, spans, row),
    logsUrl: data?.logsUrl ?? null,
    error,
    again: () => void refetch(),
  };
}

/** Spans that share an id are told apart by what the row shows of them. */
function matching(details: readonly SpanDetail[], spans: TraceView["spans"], row: number): SpanDetail | null {
  const [operation, service] = [spans.names[spans.name[row] ?? -1], spans.services[spans.service[row] ?? -1]];
  const likeness = (detail: SpanDetail): number =>
    Number(detail.service === service) * 4 +
    Number(detail.operation === operation) * 2 +
    Number(detail.durationNs === spans.duration[row]) * 2 +
    Number(detail.startNs === spans.start[row]);
  return details.toSorted((a, b) => likeness(b) - likeness(a))[0] ?? null;
}

function useRested(value: string): boolean {
  const [rested, setRested] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs);
    return () => clearTimeout(timer);
  }, [value]);
  return rested === value;
}
