"use client";

import { useEffect } from "react";
import { isOutdated } from "@/components/charts/frame/panel-state";
import { useFreshness } from "@/components/layout/freshness";
import type { Panel } from "./panels/panels";
import type { PanelStates } from "./use-panels";

/** Reports the age of the page's data to the top bar. */
export function usePublishPanelFreshness(
  { getState, asOfMs, newestAnswerTime }: PanelStates,
  panels: readonly Panel[],
): void {
  const { setFreshness } = useFreshness();
  const isStale = panels.some((panel) => isOutdated(getState(panel.id)));
  useEffect(() => {
    const { serverNowMs, receivedAtMs } = newestAnswerTime ?? {
      serverNowMs: asOfMs ?? 0,
      receivedAtMs: Date.now(),
    };
    setFreshness({ asOfMs, serverNowMs: Math.max(serverNowMs, asOfMs ?? 0), receivedAtMs, isStale });
  }, [asOfMs, newestAnswerTime, isStale, setFreshness]);
}
