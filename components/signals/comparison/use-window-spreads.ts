"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { alignComparedWindow } from "@/lib/analysis/baselines/history-length";
import type { WindowSpread } from "@/lib/analysis/statistics/verdict/margin";
import { windowSpreadQuery } from "@/lib/client/queries/window-spreads";
import { useView } from "@/lib/client/url-state";
import type { BetweenWindowsSpread } from "@/lib/contracts/ranges/window-spreads";
import { signalDefinition } from "@/lib/model/signals/signals";
import type { Statistic } from "@/lib/model/question";
import type { TimeWindow } from "@/lib/model/time-window";
import type { Panel } from "@/components/signals/panels/panels";
import type { ComparedRows } from "./comparison";

/**
 * Loads how much the panel's headline and mean vary between windows, after the comparison itself. Until the history is
 * read, the comparison uses the default margin.
 */
export function useWindowSpreads(
  panel: Panel,
  comparedWindow: TimeWindow,
): ComparedRows["findWindowSpread"] & {} {
  const { headlineStatistic, statistics, signals } = panel;
  const [signal] = signals;
  const main = useSpread(panel, headlineStatistic ?? statistics[0], comparedWindow);
  const mean = useSpread(panel, headlineStatistic === undefined ? undefined : "mean", comparedWindow);
  return useCallback(
    (row) => (row.signal === signal ? (row.statistic === "mean" ? mean : main) : undefined),
    [main, mean, signal],
  );
}

/** Signals without a better direction get no verdict, so they need no spread. */
function useSpread(
  { signals }: Panel,
  statistic: Statistic | undefined,
  comparedWindow: TimeWindow,
): WindowSpread | undefined {
  const [view] = useView();
  const { startMs, endMs } = alignComparedWindow(comparedWindow);
  const [signal = "ttft"] = signals;
  const { data } = useQuery({
    ...windowSpreadQuery({
      signal,
      statistic: statistic ?? "mean",
      scope: {
        deployment: view.d ?? "",
        ...(view.m === null ? {} : { model: view.m }),
        ...(view.i === null ? {} : { instance: view.i }),
        window: { from: String(startMs), to: String(endMs) },
      },
    }),
    enabled: statistic !== undefined && view.d !== null && signalDefinition(signal).better !== "neither",
    select: toSpread,
  });
  return data;
}

function toSpread(outcome: BetweenWindowsSpread): WindowSpread | undefined {
  if (outcome.state !== "known") return undefined;
  const { windowCount, standardDeviationRatio } = outcome;
  return { windowCount, standardDeviationRatio: standardDeviationRatio ?? Number.NaN };
}
