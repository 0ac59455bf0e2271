"use client";

import { useEffect } from "react";
import { useFreshness } from "@/components/layout/freshness";

interface FreshnessSource {
  readonly data: { readonly asOfMs: number; readonly problem?: unknown } | undefined;
  readonly dataUpdatedAt: number;
  readonly error: Error | null;
  readonly isPlaceholderData: boolean;
}

/** Tells the top bar, which is outside of the page, how old what is shown is. */
export function useReportFreshness({ data, dataUpdatedAt, error, isPlaceholderData }: FreshnessSource): void {
  const { setFreshness } = useFreshness();
  const isStale = error !== null || (data?.problem ?? null) !== null;
  useEffect(() => {
    // An answer to the last window was told when it came.
    if (data !== undefined && !isPlaceholderData)
      setFreshness({ asOfMs: data.asOfMs, serverNowMs: data.asOfMs, receivedAtMs: dataUpdatedAt, isStale });
  }, [data, dataUpdatedAt, isPlaceholderData, isStale, setFreshness]);
}
