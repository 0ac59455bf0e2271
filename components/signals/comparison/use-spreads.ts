"use client";

import { useQueries, type UseQueryResult } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import type { WindowSpread } from "@/lib/analysis/statistics/verdict/margin";
import { windowSpreadQuery } from "@/lib/client/queries/window-spreads";
import { useView } from "@/lib/client/url-state";
import type { WindowSpreadOutcome } from "@/lib/contracts/window-spreads";
import { signalDefinition } from "@/lib/model/signals/signals";
import type { Statistic } from "@/lib/model/question";
import type { TimeWindow } from "@/lib/model/time-window";
import type { Panel } from "@/components/signals/panels/panels";
import type { ComparedRows } from "./comparison";

/**
 * Loads how much the panel's headline and mean vary between windows, after the comparison itself. Until the history is
 * read, the comparison uses the default margin. Signals without a better direction get no verdict, so they need none.
 */
export function useSpreads(panel: Panel, { startMs, endMs }: TimeWindow): ComparedRows["findSpread"] & {} {
  const [view] = useView();
  const statistics = useMemo(() => listStatistics(panel), [panel]);
  const [signal] = panel.signals;
  const outcomes = useQueries({
    queries: statistics.map((statistic) =>
      windowSpreadQuery({
        signal: signal ?? "ttft",
        statistic,
        scope: {
          deployment: view.d ?? "",
          ...(view.m === null ? {} : { model: view.m }),
          ...(view.i === null ? {} : { instance: view.i }),
          window: { from: String(startMs), to: String(endMs) },
        },
      }),
    ),
    combine: toSpreads,
  });
  return useCallback(
    (row) => (row.signal === signal ? outcomes[statistics.indexOf(row.statistic)] : undefined),
    [outcomes, signal, statistics],
  );
}

function listStatistics({ signals, headlineStatistic, statistics }: Panel): readonly Statistic[] {
  const [signal] = signals;
  if (signal === undefined || signalDefinition(signal).better === "neither") return [];
  return headlineStatistic === undefined ? statistics.slice(0, 1) : [headlineStatistic, "mean"];
}

function toSpreads(
  results: readonly UseQueryResult<WindowSpreadOutcome>[],
): readonly (WindowSpread | undefined)[] {
  return results.map(({ data }) =>
    data?.state === "known"
      ? { windowCount: data.windowCount, standardDeviationRatio: data.standardDeviationRatio ?? Number.NaN }
      : undefined,
  );
}
