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

interface FreshnessDoor {
  readonly freshness: Freshness | null;
  readonly tell: (freshness: Freshness | null) => void;
}

const FreshnessContext = createContext<FreshnessDoor>({ freshness: null, tell: () => undefined });

export function FreshnessProvider({ children }: { readonly children: ReactNode }) {
  const [freshness, tell] = useState<Freshness | null>(null);
  const door = useMemo(() => ({ freshness, tell }), [freshness]);
  return <FreshnessContext value={door}>{children}</FreshnessContext>;
}

export function useFreshness(): FreshnessDoor {
  return useContext(FreshnessContext);
}
