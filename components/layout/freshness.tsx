"use client";

import { createContext, useContext, useMemo, useState, type ReactNode } from "react";

/** How fresh the page in view is: the room says, the top bar shows. */
export interface Freshness {
  /** Null while nothing has been read. */
  readonly asOfMs: number | null;
  /** By the server's clock, when it answered; and by this browser's, when that arrived. */
  readonly serverNowMs: number;
  readonly receivedAtMs: number;
  readonly isStale: boolean;
}

interface FreshnessContextValue {
  readonly freshness: Freshness | null;
  readonly setFreshness: (freshness: Freshness | null) => void;
}

const FreshnessContext = createContext<FreshnessContextValue>({
  freshness: null,
  setFreshness: () => undefined,
});

export function FreshnessProvider({ children }: { readonly children: ReactNode }) {
  const [freshness, setFreshness] = useState<Freshness | null>(null);
  const contextValue = useMemo(() => ({ freshness, setFreshness: setFreshness }), [freshness]);
  return <FreshnessContext value={contextValue}>{children}</FreshnessContext>;
}

export function useFreshness(): FreshnessContextValue {
  return useContext(FreshnessContext);
}
