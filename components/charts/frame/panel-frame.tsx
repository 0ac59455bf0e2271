"use client";

import dynamic from "next/dynamic";
import { useRef, useState, type ReactNode, type Ref } from "react";
import type { Answer } from "@/lib/model/answer";
import { absenceBadge } from "@/lib/format/absence";
import { toSentence } from "@/lib/format/sentence";
import { formatCoarseDuration } from "@/lib/format/time";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { ShapeMark, type StatusShape } from "@/components/shared/status-mark";
import { PanelSummaryLine } from "./panel-summary-line";
import { CaveatMarker } from "./caveat-marker";
import { PanelArea } from "./panel-area";
import { PanelAbsence } from "./panel-absence";
import { createAnswerHelp } from "./answer-help";
import { PanelActions, type PanelTracesLink } from "./panel-actions";
import { PanelWarnings } from "./panel-warnings";
import { getAnswer, isOutdated, findTotalAbsence, type PanelState } from "./panel-state";
import { useImageExport } from "./use-image-export";

/** Loaded with the first table, not with the page. */
const PanelTable = dynamic(() => import("./panel-table").then((module) => module.PanelTable), { ssr: false });

/** Shape and word next to a panel's title, such as a cross with "query failed". */
export interface PanelStatusLabel {
  readonly shape: StatusShape;
  readonly word: string;
}

interface PanelFrameProps {
  readonly ref?: Ref<HTMLElement>;
  readonly title: string;
  /** Ids of the panel to which links can scroll. */
  readonly anchorIds?: readonly string[];
  readonly statusLabel?: PanelStatusLabel | null;
  /** Line with the current value and n. */
  readonly summary: ReactNode;
  readonly state: PanelState;
  /** Warning about the displayed values, as a sentence, in addition to the answer's quality warnings. */
  readonly warning?: string | null;
  readonly plotHeight?: number;
  /** Sentence above the rows of the table. Absent if there is none. */
  readonly tableNote?: string | undefined;
  readonly tracesLink?: PanelTracesLink | null;
  /** Actions of this panel in addition to the common actions. Absent if there are none. */
  readonly actions?: ReactNode;
  readonly onRetry: () => void;
  readonly children: (answer: Answer, isStale: boolean) => ReactNode;
  readonly className?: string;
}

const laneAndAxisHeight = 40;

/** Title, summary, actions and states around a chart. The height does not change with the state. */
export function PanelFrame({
  ref,
  title,
  anchorIds = [],
  statusLabel,
  summary,
  state,
  warning = null,
  plotHeight = 112,
  tableNote,
  tracesLink = null,
  actions,
  onRetry,
  children,
  className,
}: PanelFrameProps) {
  const [isTable, setTable] = useState(false);
  const summaryRef = useRef<HTMLParagraphElement>(null);
  const answer = getAnswer(state);
  const { container, savePng, saveCsv, exportError } = useImageExport();
  const shownFlag = stateFlag(state, answer) ?? statusLabel ?? null;
  // An absence that explains the complete panel is shown once, instead of the chart.
  const isAbsenceShownBelow =
    answer !== null &&
    isFullyAbsent(answer) &&
    answer.series.every(({ headline }) => headline.kind === "absent");
  return (
    <section ref={ref} aria-label={title} className={cn("group/panel min-w-0 scroll-mt-16", className)}>
      <PanelArea>
        {anchorIds.map((id) => (
          <span key={id} id={id} className="block scroll-mt-16" />
        ))}
        <header className="relative flex h-6 items-center gap-2 max-[699px]:pr-9 touch:h-9 touch:pr-9">
          {/* The caveat next to it is truncated first. */}
          <h3 className="flex h-6 shrink-0 items-center font-semibold whitespace-nowrap">{title}</h3>
          {answer !== null && <CaveatMarker title={title} answer={answer} />}
          {shownFlag !== null && <FlagMark {...shownFlag} />}
          {answer !== null && (
            <PanelActions
              title={title}
              help={createAnswerHelp(answer)}
              isTableShown={isTable}
              tracesLink={tracesLink}
              onToggleTable={() => setTable(!isTable)}
              onSaveCsv={() => saveCsv(title, answer)}
              onSavePng={
                isTable || findTotalAbsence(answer) !== null
                  ? null
                  : () => savePng(title, summaryRef.current?.textContent ?? "", answer)
              }
            >
              {actions}
            </PanelActions>
          )}
        </header>
        <PanelSummaryLine title={title} ref={summaryRef}>
          {isAbsenceShownBelow ? null : summary}
        </PanelSummaryLine>
        <div ref={container} style={{ minHeight: plotHeight + laneAndAxisHeight }}>
          <Body state={state} answer={answer} onRetry={onRetry}>
            {(known, isStale) =>
              isTable ? (
                <PanelTable
                  title={title}
                  answer={known}
                  height={plotHeight + laneAndAxisHeight}
                  note={tableNote}
                />
              ) : (
                children(known, isStale)
              )
            }
          </Body>
          {exportError !== null && <p className="text-2xs text-warn">{exportError}</p>}
          {answer !== null && <PanelWarnings answer={answer} warning={warning} />}
        </div>
      </PanelArea>
    </section>
  );
}

const flagColours: { readonly [S in StatusShape]: string } = {
  over: "text-bad",
  unusual: "text-warn",
  ok: "text-ok",
  idle: "text-ink-2",
  unknown: "text-ink-2",
  stale: "text-warn",
  failed: "text-bad",
  loading: "text-ink-2",
};

function FlagMark({ shape, word }: PanelStatusLabel) {
  return (
    <span className={cn("flex shrink-0 items-center gap-1.5 text-xs whitespace-nowrap", flagColours[shape])}>
      <ShapeMark shape={shape} className="size-2.5" />
      {word}
    </span>
  );
}

function stateFlag(state: PanelState, answer: Answer | null): PanelStatusLabel | null {
  if (state.kind === "pending")
    return {
      shape: "loading",
      word: state.pendingForMs < 1000 ? "loading" : `loading, ${formatCoarseDuration(state.pendingForMs)}`,
    };
  if (state.kind === "failed") return { shape: "failed", word: "query failed" };
  if (answer !== null && answer.stale !== null) return { shape: "stale", word: "query failed" };
  if (answer?.completeness === "partial") return { shape: "unusual", word: "partial" };
  const absence = answer === null ? null : findTotalAbsence(answer);
  if (absence === null) return null;
  const { reason } = absence;
  return { shape: reason === "no-traffic" ? "idle" : "unknown", word: absenceBadge(reason) };
}

interface BodyProps {
  readonly state: PanelState;
  readonly answer: Answer | null;
  readonly onRetry: () => void;
  readonly children: (answer: Answer, isStale: boolean) => ReactNode;
}

function Body({ state, answer, onRetry, children }: BodyProps) {
  if (state.kind === "failed" && answer === null)
    return <Failure problem={state.problem} onRetry={onRetry} />;
  if (answer === null) return <Skeleton isBusy={state.kind !== "offscreen"} />;
  const absence = findTotalAbsence(answer);
  if (absence !== null && isFullyAbsent(answer)) return <PanelAbsence {...absence} />;
  const isStale = isOutdated(state);
  const reason = state.kind === "failed" ? state.problem.detail : answer.stale?.reason;
  return (
    <>
      {children(answer, isStale)}
      {isStale && (
        <p className="text-2xs text-warn">
          Data is {formatCoarseDuration(Math.max(0, answer.window.endMs - answer.asOfMs))} older than the end
          of the window: {reason}.
        </p>
      )}
      {answer.warnings.length > 0 && <p className="text-2xs text-warn">Partial data: {answer.warnings[0]}</p>}
    </>
  );
}

function Skeleton({ isBusy }: { readonly isBusy: boolean }) {
  return (
    <div
      data-placeholder
      aria-busy={isBusy ? true : undefined}
      className="flex h-full flex-col justify-end gap-6 pt-5 pr-20 pl-11"
    >
      <span className="sr-only">{isBusy ? "Loading" : "Loads when visible"}</span>
      <span className="h-px bg-rule" />
      <span className="h-1 rounded-full bg-rule" />
      <span className="h-px bg-rule" />
      <span className="h-px bg-rule" />
    </div>
  );
}

function Failure({
  problem,
  onRetry,
}: {
  readonly problem: Extract<PanelState, { kind: "failed" }>["problem"];
  readonly onRetry: () => void;
}) {
  return (
    <div role="alert" className="flex flex-col items-start gap-1.5 py-4">
      <p className="font-semibold">{problem.title}.</p>
      <p className="line-clamp-3 text-ink-2">{toSentence(problem.detail)}</p>
      <p className="text-ink-2">{problem.next}</p>
      <Button size="sm" className="mt-1" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

function isFullyAbsent(answer: Answer): boolean {
  return answer.stale === null && findTotalAbsence(answer) !== null;
}
