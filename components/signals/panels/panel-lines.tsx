"use client";

import { useRouter } from "next/navigation";
import { useMemo } from "react";
import type { Answer } from "@/lib/model/answer";
import { TimeChart } from "@/components/charts/draw/time/time-chart";
import { prepareComparisonLine } from "@/components/charts/prepare/comparison-line";
import { prepareShares } from "@/components/charts/prepare/shares";
import {
  prepareTimeSeries,
  type BaselineLevel,
  type PreparedSeries,
  type UsualBand,
} from "@/components/charts/prepare/time-series";
import type { CreateTracesLink } from "@/components/signals/traces-link";
import { canBeHeatmap } from "@/components/signals/heatmap/can-be-heatmap";
import type { Panel } from "./panels";
import type { ComparedAnswer } from "@/components/signals/comparison/use-comparison";

const noComparison = { answer: null, shiftMs: 0, label: "" } as const;

interface PanelLinesProps {
  readonly panel: Panel;
  readonly answer: Answer;
  readonly comparedAnswer: Omit<ComparedAnswer, "findAnswer"> | null;
  readonly usualBand: UsualBand | undefined;
  readonly baselineLevel: BaselineLevel | null;
  readonly isStale: boolean;
  readonly plotHeight: number;
  /** Charts with the same key share their cursor. */
  readonly syncKey?: string;
  readonly createTracesLink: CreateTracesLink;
  readonly opensTracesOnClick?: boolean;
  readonly onZoom: (startMs: number, endMs: number) => void;
  /** Absent if the answer has no buckets. */
  readonly onHeatmap?: () => void;
}

/** Lines, bars or shares of a panel, with the usual range, the comparison line and the baseline in the background. */
export function PanelLines({
  panel,
  answer,
  comparedAnswer,
  usualBand,
  baselineLevel,
  isStale,
  plotHeight,
  syncKey = "signals",
  createTracesLink,
  opensTracesOnClick = true,
  onZoom,
  onHeatmap,
}: PanelLinesProps) {
  const router = useRouter();
  const traceOrder = opensTracesOnClick ? panel.traceOrder : undefined;
  const lines = useMemo(() => preparePanelSeries(panel, answer), [answer, panel]);
  const { answer: before, shiftMs, label } = comparedAnswer ?? noComparison;
  const data = useMemo(() => {
    const comparisonLine =
      before === null ? undefined : prepareComparisonLine(lines, { answer: before, shiftMs, label });
    return {
      ...lines,
      ...(comparisonLine === undefined ? {} : { comparison: comparisonLine }),
      ...(usualBand === undefined ? {} : { usual: usualBand }),
      ...(baselineLevel === null ? {} : { baseline: baselineLevel }),
      ...(traceOrder === undefined ? {} : { clickText: "Click: traces of this moment." }),
    };
  }, [lines, before, shiftMs, label, usualBand, baselineLevel, traceOrder]);
  return (
    <TimeChart
      name={panel.title}
      data={data}
      kind={panel.drawAs === "bars" ? "bars" : "lines"}
      plotHeight={plotHeight}
      syncKey={syncKey}
      isDimmed={isStale}
      hasMarkerNames={panel.isWide === true}
      onZoom={onZoom}
      {...(traceOrder === undefined
        ? {}
        : {
            // A point covers the rate window that ends at it.
            onOpenPoint: (timeMs) =>
              router.push(
                createTracesLink(traceOrder, { startMs: timeMs - answer.rateWindowMs, endMs: timeMs }),
              ),
          })}
      {...(onHeatmap !== undefined && canBeHeatmap(panel)
        ? { action: { description: "shows the distribution", run: onHeatmap } }
        : {})}
    />
  );
}

function preparePanelSeries(panel: Panel, answer: Answer): PreparedSeries {
  if (panel.drawAs === "shares") return prepareShares(answer);
  return prepareTimeSeries(answer, {
    displayUnit: panel.displayUnit,
    ...(panel.headlineStatistic === undefined ? {} : { headlineStatistic: panel.headlineStatistic }),
    ...(panel.limit === undefined ? {} : { limit: panel.limit }),
    ...(panel.mayBeLogarithmic === undefined ? {} : { mayBeLogarithmic: panel.mayBeLogarithmic }),
  });
}
