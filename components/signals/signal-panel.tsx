"use client";

import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useMemo, type RefCallback } from "react";
import type { Answer } from "@/lib/model/answer";
import type { TimeWindow } from "@/lib/model/time-window";
import { TimeChart } from "@/components/charts/draw/time-chart";
import { PanelFrame, type PanelFlag } from "@/components/charts/frame/panel-frame";
import { answerOf, type PanelState } from "@/components/charts/frame/panel-state";
import { prepareShares } from "@/components/charts/prepare/shares";
import { prepareTimeSeries } from "@/components/charts/prepare/time-series";
import { answerLine } from "./answer-line";
import type { Panel } from "./panels";

/** Recharts comes with the first panel that needs it, never with the page. */
const SharesChart = dynamic(
  () => import("@/components/charts/draw/shares-chart").then((module) => module.SharesChart),
  { ssr: false },
);

/** A link to the slowest traces of a window, the page's own unless told. */
export type TracesLink = (window?: TimeWindow) => string;

interface SignalPanelProps {
  readonly panel: Panel;
  readonly state: PanelState;
  readonly warning: string | null;
  /** Where the slowest requests of the page's window or of another are listed; null where the panel is no latency. */
  readonly tracesOf: TracesLink | null;
  /** Told when the panel is in view. */
  readonly watch: RefCallback<HTMLElement>;
  readonly onRetry: () => void;
  readonly onZoom: (startMs: number, endMs: number) => void;
}

const plotHeights = { wide: 208, usual: 112 } as const;

export function SignalPanel({ panel, state, warning, tracesOf, watch, onRetry, onZoom }: SignalPanelProps) {
  const answer = answerOf(state);
  const isFirstRow = panel.isWide === true || panel.id === "tpot";
  const plotHeight = isFirstRow ? plotHeights.wide : plotHeights.usual;
  return (
    <PanelFrame
      ref={watch}
      // A signal's link leads to the panel of its own, not to one that cuts it up.
      anchors={panel.splitBy === undefined ? panel.signals.map((signal) => `signal-${signal}`) : []}
      title={panel.title}
      flag={answer === null ? null : limitFlag(panel, answer)}
      line={answer === null ? "" : answerLine(panel, answer)}
      state={state}
      warning={warning}
      tracesHref={tracesOf?.() ?? null}
      plotHeight={plotHeight}
      onRetry={onRetry}
      className={panel.isWide === true ? "xl:col-span-2" : ""}
    >
      {(known, isStale) =>
        panel.draw === "shares" ? (
          <Shares panel={panel} answer={known} height={plotHeight + 20} />
        ) : (
          <Lines
            panel={panel}
            answer={known}
            isStale={isStale}
            plotHeight={plotHeight}
            tracesOf={tracesOf}
            onZoom={onZoom}
          />
        )
      }
    </PanelFrame>
  );
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

interface LinesProps {
  readonly panel: Panel;
  readonly answer: Answer;
  readonly isStale: boolean;
  readonly plotHeight: number;
  readonly tracesOf: TracesLink | null;
  readonly onZoom: (startMs: number, endMs: number) => void;
}

function Lines({ panel, answer, isStale, plotHeight, tracesOf, onZoom }: LinesProps) {
  const router = useRouter();
  const data = useMemo(
    () =>
      prepareTimeSeries(answer, {
        displayUnit: panel.displayUnit,
        ...(panel.headline === undefined ? {} : { headline: panel.headline }),
        ...(panel.limit === undefined ? {} : { limit: panel.limit }),
        ...(panel.mayBeLogarithmic === undefined ? {} : { mayBeLogarithmic: panel.mayBeLogarithmic }),
      }),
    [answer, panel],
  );
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
      {...(tracesOf === null
        ? {}
        : {
            // A point speaks for the rate window that ends at it.
            onEnter: (timeMs) =>
              router.push(tracesOf({ startMs: timeMs - answer.rateWindowMs, endMs: timeMs })),
          })}
    />
  );
}
