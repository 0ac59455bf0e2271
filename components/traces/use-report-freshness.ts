"use client";

import { useEffect } from "react";
import { useFreshness } from "@/components/layout/freshness";

interface FreshnessSource {
  readonly data:
    | { readonly asOfMs: number; readonly serverNowMs?: number; readonly problem?: unknown }
    | undefined;
  readonly dataUpdatedAt: number;
  readonly error: Error | null;
  readonly isPlaceholderData: boolean;
}

/** Reports the age of the displayed data to the top bar, which is outside the page. */
export function useReportTracesFreshness({
  data,
  dataUpdatedAt,
  error,
  isPlaceholderData,
}: FreshnessSource): void {
  const { setFreshness } = useFreshness();
  const isStale = error !== null || (data?.problem ?? null) !== null;
  useEffect(() => {
    // Placeholder data belongs to the previous window, whose age is already reported.
    if (data !== undefined && !isPlaceholderData)
      setFreshness({
        asOfMs: data.asOfMs,
        serverNowMs: data.serverNowMs ?? data.asOfMs,
        receivedAtMs: dataUpdatedAt,
        isStale,
      });
  }, [data, dataUpdatedAt, isPlaceholderData, isStale, setFreshness]);
}
