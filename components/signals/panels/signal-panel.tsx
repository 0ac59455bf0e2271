"use client";

import dynamic from "next/dynamic";
import { useMemo, type ReactNode, type RefCallback } from "react";
import type { Answer } from "@/lib/model/answer";
import { PreserveFocus } from "@/components/charts/draw/preserve-focus";
import { PanelFrame } from "@/components/charts/frame/panel-frame";
import { getAnswer, type PanelState } from "@/components/charts/frame/panel-state";
import { renderPanelSummary, type UsualSummary } from "./panel-summary";
import { HeatmapButton } from "@/components/signals/heatmap/heatmap-button";
import { canBeHeatmap } from "@/components/signals/heatmap/can-be-heatmap";
import { PanelEvidenceButton } from "../evidence/panel-evidence-button";
import { createSignalsSubject, type DrawnReferences } from "../evidence/signals-subject";
import { PanelLines } from "./panel-lines";
import { isUnusual } from "./is-unusual";
import { findOverLimitLabel, unusualLabel } from "./over-limit-label";
import type { Panel } from "./panels";
import { traceOrderTexts, type CreateTracesLink } from "@/components/signals/traces-link";
import { createUsualBand } from "./usual-band";
import { describePanelBaseline, type ShownBaseline } from "@/components/signals/baseline/panel-baseline";
import type { ComparedAnswer } from "@/components/signals/comparison/use-comparison";
import { useUsualRange } from "./use-usual-range";

/** Loaded with the first panel that needs it, not with the page. */
const HeatmapPanel = dynamic(
  () => import("@/components/signals/heatmap/heatmap-panel").then((module) => module.HeatmapPanel),
  {
    ssr: false,
  },
);

/** Loaded with the first comparison. */
const DifferenceText = dynamic(
  () => import("@/components/signals/comparison/difference-text").then((module) => module.DifferenceText),
  {
    ssr: false,
  },
);

interface SignalPanelProps {
  readonly panel: Panel;
  /** Height of the plot. Absent: the panels of the first row are higher. */
  readonly plotHeight?: number;
  readonly state: PanelState;
  readonly warning: string | null;
  /** Links to the requests in the page's window or in another window. */
  readonly createTracesLink: CreateTracesLink;
  readonly isInView: boolean;
  /** True if the panel shows the distribution instead of the lines. */
  readonly isHeatmap: boolean;
  readonly onHeatmap: () => void;
  /** Answer of the panel in the comparison window. Null if nothing is compared. */
  readonly comparedAnswer: ComparedAnswer | null;
  /** Baseline of the page; null if none is drawn. */
  readonly baseline: ShownBaseline | null;
  /** Called when the panel becomes visible. */
  readonly observeElement: RefCallback<HTMLElement>;
  readonly onRetry: () => void;
  readonly onZoom: (startMs: number, endMs: number) => void;
}

const plotHeights = { wide: 208, usual: 112 } as const;

/** Shows one panel: title, summary, chart, and notes. */
export function SignalPanel({
  panel,
  plotHeight = plotHeights[panel.isWide === true || panel.id === "tpot" ? "wide" : "usual"],
  state,
  warning,
  createTracesLink,
  isInView,
  isHeatmap,
  onHeatmap,
  comparedAnswer,
  baseline,
  observeElement,
  onRetry,
  onZoom,
}: SignalPanelProps) {
  const answer = getAnswer(state);
  const { usual, unusual, ofBaseline } = useReferences(panel, answer, { isInView, baseline });
  // Outside the frame, because no chart is mounted while the next window loads.
  return (
    <PreserveFocus>
      <PanelFrame
        ref={observeElement}
        anchorIds={listAnchorIds(panel)}
        title={panel.title}
        statusLabel={
          answer === null ? null : (findOverLimitLabel(panel, answer) ?? (unusual ? unusualLabel : null))
        }
        summary={summaryOf(panel, answer, { compared: comparedAnswer, usual, baseline: ofBaseline?.summary })}
        state={state}
        warning={warning}
        tracesLink={
          panel.traceOrder === undefined
            ? null
            : { href: createTracesLink(panel.traceOrder), orderText: traceOrderTexts[panel.traceOrder] }
        }
        plotHeight={plotHeight}
        tableNote={ofBaseline?.note}
        actions={
          <PanelActions
            panel={panel}
            answer={answer}
            drawn={{ baseline, comparedAnswer }}
            isHeatmap={isHeatmap}
            onHeatmap={onHeatmap}
          />
        }
        onRetry={onRetry}
        className={panel.isWide === true ? "xl:col-span-2" : ""}
      >
        {(known, isStale) =>
          isHeatmap && canBeHeatmap(panel) ? (
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
              comparedAnswer={comparedAnswer}
              usualBand={usual}
              baselineLevel={ofBaseline?.level ?? null}
              isStale={isStale}
              plotHeight={plotHeight}
              createTracesLink={createTracesLink}
              onZoom={onZoom}
              onHeatmap={onHeatmap}
            />
          )
        }
      </PanelFrame>
    </PreserveFocus>
  );
}

interface PanelActionsProps extends Pick<SignalPanelProps, "panel" | "isHeatmap" | "onHeatmap"> {
  readonly answer: Answer | null;
  readonly drawn: DrawnReferences;
}

/** Buttons of the panel: to store it as evidence, and to show it as a heatmap. */
function PanelActions({ panel, answer, drawn, isHeatmap, onHeatmap }: PanelActionsProps) {
  return (
    <>
      {answer !== null && (
        <PanelEvidenceButton
          title={panel.title}
          createSubject={(view) => createSignalsSubject(panel, view, answer, drawn)}
        />
      )}
      {canBeHeatmap(panel) && <HeatmapButton title={panel.title} isOn={isHeatmap} onToggle={onHeatmap} />}
    </>
  );
}

/** Returns what the values are compared with at a glance: the usual range and the baseline. */
function useReferences(
  panel: Panel,
  answer: Answer | null,
  { isInView, baseline }: Pick<SignalPanelProps, "isInView" | "baseline">,
) {
  const known = useUsualRange(panel, isInView && answer !== null);
  const usual = useMemo(
    () => (known === null || answer === null ? undefined : createUsualBand(panel, known, timesOf(answer))),
    [panel, known, answer],
  );
  const ofBaseline = useMemo(
    () => (baseline === null ? undefined : describePanelBaseline(panel, baseline)),
    [panel, baseline],
  );
  const unusual = useMemo(
    () => known !== null && answer !== null && isUnusual(panel, known, answer),
    [panel, known, answer],
  );
  return { usual, unusual, ofBaseline };
}

function timesOf({ startMs, stepMs, pointCount }: Answer): readonly number[] {
  return Array.from({ length: pointCount }, (_, index) => (startMs + index * stepMs) / 1_000);
}

interface Background {
  readonly compared: ComparedAnswer | null;
  readonly usual: UsualSummary | undefined;
  readonly baseline: string | undefined;
}

function summaryOf(
  panel: Panel,
  answer: Answer | null,
  { compared, usual, baseline }: Background,
): ReactNode {
  if (answer === null) return "";
  const isReady = compared !== null && answer.series.some(({ windowSummary }) => windowSummary !== undefined);
  if (!isReady || panel.drawAs === "shares") return renderPanelSummary(panel, answer, { usual, baseline });
  return <DifferenceText panel={panel} answer={answer} comparedAnswer={compared} />;
}
/** A link to a signal opens its main panel, not a panel that splits it. */
function listAnchorIds({ id, signals, splitBy }: Panel): readonly string[] {
  return splitBy === undefined ? signals.map((signal) => `signal-${signal}`) : [`panel-${id}`];
}
