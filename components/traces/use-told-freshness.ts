"use client";

import { useEffect } from "react";
import { useFreshness } from "@/components/layout/freshness";

interface Asked {
  readonly data: { readonly asOfMs: number; readonly problem?: unknown } | undefined;
  readonly dataUpdatedAt: number;
  readonly error: Error | null;
  readonly isPlaceholderData: boolean;
}

/** Tells the top bar, which is outside of the page, how old what is shown is. */
export function useToldFreshness({ data, dataUpdatedAt, error, isPlaceholderData }: Asked): void {
  const { tell } = useFreshness();
  const isStale = error !== null || (data?.problem ?? null) !== null;
  useEffect(() => {
    // An answer to the last window was told when it came.
    if (data !== undefined && !isPlaceholderData)
      tell({ asOfMs: data.asOfMs, serverNowMs: data.asOfMs, receivedAtMs: dataUpdatedAt, isStale });
  }, [data, dataUpdatedAt, isPlaceholderData, isStale, tell]);
}
