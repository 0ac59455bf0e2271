"use client";

import { createContext, useContext, useMemo, useState, type ReactNode } from "react";

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

/** Provides the age of the page's data to the top bar. */
export function FreshnessProvider({ children }: { readonly children: ReactNode }) {
  const [freshness, setFreshness] = useState<DataFreshness | null>(null);
  const contextValue = useMemo(() => ({ freshness, setFreshness: setFreshness }), [freshness]);
  return <FreshnessContext value={contextValue}>{children}</FreshnessContext>;
}

/** Returns the age of the page's data, and its setter. */
export function useFreshness(): FreshnessContextValue {
  return useContext(FreshnessContext);
}
