"use client";

import dynamic from "next/dynamic";
import { useMemo, type ReactNode, type RefCallback } from "react";
import type { Answer } from "@/lib/model/answer";
import { PanelFrame, type PanelFlag } from "@/components/charts/frame/panel-frame";
import { answerOf, type PanelState } from "@/components/charts/frame/panel-state";
import { prepareShares } from "@/components/charts/prepare/shares";
import { answerLine } from "./answer-line";
import { differenceText } from "./comparison";
import { HeatmapButton } from "./heatmap-button";
import { canBeHeatmap } from "./can-be-heatmap";
import { PanelLines } from "./panel-lines";
import type { Panel } from "./panels";
import type { TracesLink } from "./traces-link";
import { usualBand } from "./usual-band";
import type { Compared } from "./use-comparison";
import { useUsualRange } from "./use-usual-range";

/** Recharts and heatmaps come with the first panel that needs them, never with the page. */
const SharesChart = dynamic(
  () => import("@/components/charts/draw/shares-chart").then((module) => module.SharesChart),
  { ssr: false },
);

const HeatmapPanel = dynamic(() => import("./heatmap-panel").then((module) => module.HeatmapPanel), {
  ssr: false,
});

interface SignalPanelProps {
  readonly panel: Panel;
  readonly state: PanelState;
  readonly warning: string | null;
  /** Where the slowest requests of the page's window or of another are listed; null where the panel is no latency. */
  readonly tracesOf: TracesLink | null;
  readonly isInView: boolean;
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
  warning,
  tracesOf,
  isInView,
  isHeatmap,
  onHeatmap,
  compared,
  watch,
  onRetry,
  onZoom,
}: SignalPanelProps) {
  const answer = answerOf(state);
  const hours = useUsualRange(panel, isInView && answer !== null);
  const usual = useMemo(
    () => (hours === null || answer === null ? undefined : usualBand(panel, hours, timesOf(answer))),
    [panel, hours, answer],
  );
  const isFirstRow = panel.isWide === true || panel.id === "tpot";
  const plotHeight = isFirstRow ? plotHeights.wide : plotHeights.usual;
  return (
    <PanelFrame
      ref={watch}
      // A signal's link leads to the panel of its own, not to one that cuts it up.
      anchors={panel.splitBy === undefined ? panel.signals.map((signal) => `signal-${signal}`) : []}
      title={panel.title}
      flag={answer === null ? null : limitFlag(panel, answer)}
      line={answer === null ? "" : lineOf(panel, answer, { compared, usual: usual?.words })}
      state={state}
      warning={warning}
      tracesHref={tracesOf?.() ?? null}
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
          <PanelLines
            panel={panel}
            answer={known}
            compared={compared}
            usual={usual}
            isStale={isStale}
            plotHeight={plotHeight}
            tracesOf={tracesOf}
            onZoom={onZoom}
            onHeatmap={onHeatmap}
          />
        )
      }
    </PanelFrame>
  );
}

function timesOf({ startMs, stepMs, pointCount }: Answer): readonly number[] {
  return Array.from({ length: pointCount }, (_, index) => (startMs + index * stepMs) / 1_000);
}

interface Background {
  readonly compared: Compared | null;
  readonly usual: string | undefined;
}

function lineOf(panel: Panel, answer: Answer, { compared, usual }: Background): ReactNode {
  const isReady = compared !== null && answer.series.some(({ whole }) => whole !== undefined);
  if (!isReady || panel.draw === "shares") return answerLine(panel, answer, usual);
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
