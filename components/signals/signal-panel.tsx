"use client";

import dynamic from "next/dynamic";
import { useMemo, type ReactNode, type RefCallback } from "react";
import type { Answer } from "@/lib/model/answer";
import { TimeChart } from "@/components/charts/draw/time-chart";
import { PanelFrame, type PanelFlag } from "@/components/charts/frame/panel-frame";
import { answerOf, type PanelState } from "@/components/charts/frame/panel-state";
import { prepareGhost } from "@/components/charts/prepare/ghost";
import { prepareShares } from "@/components/charts/prepare/shares";
import { prepareTimeSeries } from "@/components/charts/prepare/time-series";
import { answerLine } from "./answer-line";
import { differenceText } from "./comparison";
import { HeatmapButton } from "./heatmap-button";
import { HeatmapPanel } from "./heatmap-panel";
import { canBeHeatmap } from "./heatmap-view";
import type { Panel } from "./panels";
import type { Compared } from "./use-comparison";

/** Recharts comes with the first panel that needs it, never with the page. */
const SharesChart = dynamic(
  () => import("@/components/charts/draw/shares-chart").then((module) => module.SharesChart),
  { ssr: false },
);

interface SignalPanelProps {
  readonly panel: Panel;
  readonly state: PanelState;
  /** Whether its distribution stands in the place of its lines. */
  readonly isHeatmap: boolean;
  readonly onHeatmap: () => void;
  /** The window it is compared with. */
  readonly compared: Compared | null;
  /** Told when the panel is in view. */
  readonly watch: RefCallback<HTMLElement>;
  readonly onRetry: () => void;
  readonly onZoom: (startMs: number, endMs: number) => void;
}

const plotHeights = { wide: 208, usual: 112 } as const;

export function SignalPanel({
  panel,
  state,
  isHeatmap,
  onHeatmap,
  compared,
  watch,
  onRetry,
  onZoom,
}: SignalPanelProps) {
  const answer = answerOf(state);
  const isFirstRow = panel.isWide === true || panel.id === "tpot";
  const plotHeight = isFirstRow ? plotHeights.wide : plotHeights.usual;
  return (
    <PanelFrame
      ref={watch}
      anchors={panel.signals.map((signal) => `signal-${signal}`)}
      title={panel.title}
      flag={answer === null ? null : limitFlag(panel, answer)}
      line={answer === null ? "" : lineOf(panel, answer, compared)}
      state={state}
      plotHeight={plotHeight}
      actions={
        canBeHeatmap(panel) && <HeatmapButton title={panel.title} isOn={isHeatmap} onToggle={onHeatmap} />
      }
      onRetry={onRetry}
      className={panel.isWide === true ? "xl:col-span-2" : ""}
    >
      {(known, isStale) =>
        panel.draw === "shares" ? (
          <Shares panel={panel} answer={known} height={plotHeight + 20} />
        ) : isHeatmap && canBeHeatmap(panel) ? (
          <HeatmapPanel
            panel={panel}
            answer={known}
            isStale={isStale}
            plotHeight={plotHeight}
            onZoom={onZoom}
            onClose={onHeatmap}
          />
        ) : (
          <Lines
            panel={panel}
            answer={known}
            compared={compared}
            isStale={isStale}
            plotHeight={plotHeight}
            onZoom={onZoom}
            onHeatmap={onHeatmap}
          />
        )
      }
    </PanelFrame>
  );
}

function lineOf(panel: Panel, answer: Answer, compared: Compared | null): ReactNode {
  const isReady = compared !== null && answer.series.some(({ whole }) => whole !== undefined);
  if (!isReady || panel.draw === "shares") return answerLine(panel, answer);
  const text = differenceText(panel, {
    before: compared.answer.series,
    after: answer.series,
    lengthMs: compared.window.endMs - compared.window.startMs,
    label: compared.label,
  });
  return <span title={text}>{text}</span>;
}

function limitFlag({ limit }: Panel, answer: Answer): PanelFlag | null {
  if (limit === undefined) return null;
  const judged = answer.series.find((series) => series.statistic === limit.judges);
  const isOver = judged?.headline.kind === "present" && judged.headline.value > limit.value;
  return isOver ? { shape: "over", word: "over its limit" } : null;
}

function Shares({
  panel,
  answer,
  height,
}: {
  readonly panel: Panel;
  readonly answer: Answer;
  readonly height: number;
}) {
  const data = useMemo(() => prepareShares(answer), [answer]);
  return <SharesChart name={panel.title} data={data} height={height} />;
}

const noComparison = { answer: null, shiftMs: 0, label: "" } as const;

interface LinesProps {
  readonly panel: Panel;
  readonly answer: Answer;
  readonly compared: Compared | null;
  readonly isStale: boolean;
  readonly plotHeight: number;
  readonly onZoom: (startMs: number, endMs: number) => void;
  readonly onHeatmap: () => void;
}

function Lines({ panel, answer, compared, isStale, plotHeight, onZoom, onHeatmap }: LinesProps) {
  const lines = useMemo(
    () =>
      prepareTimeSeries(answer, {
        displayUnit: panel.displayUnit,
        ...(panel.headline === undefined ? {} : { headline: panel.headline }),
        ...(panel.limit === undefined ? {} : { limit: panel.limit }),
        ...(panel.mayBeLogarithmic === undefined ? {} : { mayBeLogarithmic: panel.mayBeLogarithmic }),
      }),
    [answer, panel],
  );
  const { answer: before, shiftMs, label } = compared ?? noComparison;
  const data = useMemo(() => {
    const ghost = before === null ? undefined : prepareGhost(lines, { answer: before, shiftMs, label });
    return { ...lines, ...(ghost === undefined ? {} : { ghost }) };
  }, [lines, before, shiftMs, label]);
  return (
    <TimeChart
      name={panel.title}
      data={data}
      kind={panel.draw === "bars" ? "bars" : "lines"}
      plotHeight={plotHeight}
      syncKey="signals"
      isDimmed={isStale}
      hasMarkerNames={panel.isWide === true}
      onZoom={onZoom}
      {...(canBeHeatmap(panel) ? { onPick: { does: "shows the distribution", run: onHeatmap } } : {})}
    />
  );
}
