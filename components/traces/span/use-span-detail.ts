"use client";

import { skipToken, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { SpanDetail, SpanResponse } from "@/lib/contracts/traces/traces";
import type { TraceView } from "@/lib/client/trace-view";
import { missingFlagBit } from "@/lib/model/traces/drawn-span";

/** Loads the attributes and events of spans. */
export interface SpanReader {
  /** Part of the query key that identifies the trace. */
  readonly queryKey: readonly (string | number)[];
  readonly readSpan: (spanId: string, signal: AbortSignal) => Promise<Omit<SpanResponse, "asOfMs">>;
}

/** Details of a span, or the error of their query. */
export interface SpanDetailResult {
  readonly detail: SpanDetail | null;
  readonly logsUrl: string | null;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** Delay before the details of a selected span are loaded. Keyboard navigation passes many spans. */
const selectionDelayMs = 120;

/** Loads the details of a row. Returns no details for a row that is not a span. */
export function useSpanDetail(
  { spans }: TraceView,
  row: number,
  reader: SpanReader | null,
): SpanDetailResult {
  const isSpan = row >= 0 && ((spans.flags[row] ?? 0) & missingFlagBit) === 0;
  const spanId = isSpan ? spans.findSpanId(row) : "";
  const isSettled = useIsSettled(spanId);
  const { data, error, refetch } = useQuery({
    queryKey: ["span", ...(reader?.queryKey ?? []), spanId],
    queryFn: reader === null ? skipToken : ({ signal }) => reader.readSpan(spanId, signal),
    enabled: spanId !== "" && isSettled,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return {
    detail: data === undefined || !isSpan ? null : bestMatch(data.spans, spans, row),
    logsUrl: data?.logsUrl ?? null,
    error,
    retry: () => void refetch(),
  };
}

/** Returns the details that best match the row. Several spans can share an ID. */
function bestMatch(
  details: readonly SpanDetail[],
  spans: TraceView["spans"],
  row: number,
): SpanDetail | null {
  const [operation, service] = [
    spans.names[spans.nameIndex[row] ?? -1],
    spans.services[spans.serviceIndex[row] ?? -1],
  ];
  const matchScore = (detail: SpanDetail): number =>
    Number(detail.service === service) * 4 +
    Number(detail.operation === operation) * 2 +
    Number(detail.durationNs === spans.durationNs[row]) * 2 +
    Number(detail.startNs === spans.startNs[row]);
  return details.toSorted((a, b) => matchScore(b) - matchScore(a))[0] ?? null;
}

function useIsSettled(value: string): boolean {
  const [isSettled, setRested] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), selectionDelayMs);
    return () => clearTimeout(timer);
  }, [value]);
  return isSettled === value;
}
