"use client";

import { useEffect } from "react";
import { isOutdated } from "@/components/charts/frame/panel-state";
import { useFreshness } from "@/components/layout/freshness";
import type { Panel } from "./panels";
import type { PanelsView } from "./use-panels";

/** The top bar learns how old the page is. */
export function useTold({ stateOf, asOfMs, clock }: PanelsView, shown: readonly Panel[]): void {
  const { tell } = useFreshness();
  const isStale = shown.some((panel) => isOutdated(stateOf(panel.id)));
  useEffect(() => {
    const { serverNowMs, receivedAtMs } = clock ?? { serverNowMs: asOfMs ?? 0, receivedAtMs: Date.now() };
    tell({ asOfMs, serverNowMs: Math.max(serverNowMs, asOfMs ?? 0), receivedAtMs, isStale });
  }, [asOfMs, clock, isStale, tell]);
}
