"use client";

import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from "react";

/** Age of the data on the current page. The page sets it and the top bar displays it. */
export interface DataFreshness {
  /** Null until data is loaded. */
  readonly asOfMs: number | null;
  /** Server time of the response, and browser time at which the response was received. */
  readonly serverNowMs: number;
  readonly receivedAtMs: number;
  readonly isStale: boolean;
}

interface FreshnessContextValue {
  readonly freshness: DataFreshness | null;
  readonly setFreshness: (freshness: DataFreshness | null) => void;
}

const FreshnessContext = createContext<FreshnessContextValue>({
  freshness: null,
  setFreshness: () => undefined,
});

interface FreshnessProviderProps {
  /** Path of the open page. An age that another page reported is not displayed. */
  readonly pathname: string;
  readonly children: ReactNode;
}

/** Provides the age of the page's data to the top bar. */
export function FreshnessProvider({ pathname, children }: FreshnessProviderProps) {
  const [reported, setReported] = useState<{ pathname: string; freshness: DataFreshness | null } | null>(
    null,
  );
  const freshness = reported?.pathname === pathname ? reported.freshness : null;
  const setFreshness = useCallback(
    (next: DataFreshness | null) => setReported({ pathname, freshness: next }),
    [pathname],
  );
  const contextValue = useMemo(() => ({ freshness, setFreshness }), [freshness, setFreshness]);
  return <FreshnessContext value={contextValue}>{children}</FreshnessContext>;
}

/** Returns the age of the page's data, and its setter. */
export function useFreshness(): FreshnessContextValue {
  return useContext(FreshnessContext);
}
