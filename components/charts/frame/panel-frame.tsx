"use client";

import { Code, Download, Info, Table } from "lucide-react";
import { useState, type ReactNode, type Ref } from "react";
import type { Answer } from "@/lib/model/answer";
import type { AbsenceReason } from "@/lib/model/reading";
import { absenceTitle } from "@/lib/format/absence";
import { formatSpan } from "@/lib/format/time";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { ShapeMark, type Shape } from "@/components/shared/status-mark";
import { Definition } from "./definition";
import { downloadCsv } from "./download-csv";
import { PanelTable } from "./panel-table";
import { answerOf, isOutdated, wholeAbsence, type PanelState } from "./panel-state";
import { QueryPeek } from "./query-peek";

export interface PanelFlag {
  readonly shape: Shape;
  readonly word: string;
}

interface PanelFrameProps {
  readonly ref?: Ref<HTMLElement>;
  readonly title: string;
  /** Ids that links lead to. */
  readonly anchors?: readonly string[];
  readonly flag?: PanelFlag | null;
  /** The line that says the answer and n. */
  readonly line: ReactNode;
  readonly state: PanelState;
  readonly plotHeight?: number;
  /** Beside the frame's own. */
  readonly actions?: ReactNode;
  readonly onRetry: () => void;
  readonly children: (answer: Answer, isStale: boolean) => ReactNode;
  readonly className?: string;
}

const laneAndAxis = 40;

/** Title, answer line, actions and the five states around a chart; the height never changes with the state. */
export function PanelFrame({
  ref,
  title,
  anchors = [],
  flag,
  line,
  state,
  plotHeight = 112,
  actions,
  onRetry,
  children,
  className,
}: PanelFrameProps) {
  const [isTable, setTable] = useState(false);
  const answer = answerOf(state);
  const shownFlag = stateFlag(state, answer) ?? flag ?? null;
  return (
    <section ref={ref} aria-label={title} className={cn("group/panel min-w-0 scroll-mt-16", className)}>
      {anchors.map((id) => (
        <span key={id} id={id} className="block scroll-mt-16" />
      ))}
      <header className="flex h-6 items-center gap-3">
        <h3 className="truncate font-semibold">{title}</h3>
        {shownFlag !== null && (
          <span
            className={cn(
              "flex items-center gap-1.5 text-xs whitespace-nowrap",
              flagColours[shownFlag.shape],
            )}
          >
            <ShapeMark shape={shownFlag.shape} className="size-2.5" />
            {shownFlag.word}
          </span>
        )}
        {answer !== null && (
          <Actions title={title} answer={answer} isTable={isTable} onTable={() => setTable(!isTable)}>
            {actions}
          </Actions>
        )}
      </header>
      <p className="h-[18px] truncate text-xs text-ink-2">{line}</p>
      <div style={{ minHeight: plotHeight + laneAndAxis }}>
        <Body state={state} answer={answer} onRetry={onRetry}>
          {(known, isStale) =>
            isTable ? (
              <PanelTable title={title} answer={known} height={plotHeight + laneAndAxis} />
            ) : (
              children(known, isStale)
            )
          }
        </Body>
      </div>
    </section>
  );
}

const flagColours: { readonly [S in Shape]: string } = {
  over: "text-bad",
  unusual: "text-warn",
  ok: "text-ok",
  idle: "text-ink-2",
  unknown: "text-ink-2",
  stale: "text-warn",
  failed: "text-bad",
  reading: "text-ink-2",
};

function stateFlag(state: PanelState, answer: Answer | null): PanelFlag | null {
  if (state.kind === "reading")
    return { shape: "reading", word: state.forMs < 1000 ? "reading" : `reading, ${formatSpan(state.forMs)}` };
  if (state.kind === "failed") return { shape: "failed", word: "query failed" };
  if (answer !== null && answer.stale !== null) return { shape: "stale", word: "last good answer" };
  if (answer?.completeness === "partial") return { shape: "unusual", word: "partial" };
  const absence = answer === null ? null : wholeAbsence(answer);
  return absence === null
    ? null
    : {
        shape: absence.reason === "no-traffic" ? "idle" : "unknown",
        word: absence.reason === "no-traffic" ? "no traffic" : "absent",
      };
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
  if (answer === null) return <Skeleton isBusy={state.kind !== "unseen"} />;
  const absence = wholeAbsence(answer);
  if (absence !== null && answer.stale === null) return <Absent {...absence} />;
  const isStale = isOutdated(state);
  const reason = state.kind === "failed" ? state.problem.detail : answer.stale?.reason;
  return (
    <>
      {children(answer, isStale)}
      {isStale && (
        <p className="text-2xs text-warn">
          As of {formatSpan(Math.max(0, answer.window.endMs - answer.asOfMs))} before the window's end:{" "}
          {reason}.
        </p>
      )}
      {answer.warnings.length > 0 && <p className="text-2xs text-warn">Partial: {answer.warnings[0]}</p>}
    </>
  );
}

function Skeleton({ isBusy }: { readonly isBusy: boolean }) {
  return (
    <div
      aria-busy={isBusy ? true : undefined}
      className="flex h-full flex-col justify-end gap-6 pt-5 pr-20 pl-11"
    >
      <span className="sr-only">{isBusy ? "Reading" : "Read when it comes into view"}</span>
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
      <p className="line-clamp-3 text-ink-2">{problem.detail}</p>
      <p className="text-ink-2">{problem.next}</p>
      <Button size="sm" className="mt-1" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

function Absent({
  reason,
  detail,
  flag,
}: {
  readonly reason: string;
  readonly detail: string;
  readonly flag?: string;
}) {
  return (
    <div className="flex flex-col items-start gap-1.5 py-4">
      <p className="font-semibold">{absenceTitle(reason as AbsenceReason)}.</p>
      <p className="text-ink-2">{detail}</p>
      {flag !== undefined && (
        <>
          <p className="text-ink-2">
            Add <code className="font-mono">{flag}</code> and restart; the panel fills by itself.
          </p>
          <Button size="sm" onClick={() => void navigator.clipboard.writeText(flag)}>
            Copy flag
          </Button>
        </>
      )}
    </div>
  );
}

interface ActionsProps {
  readonly title: string;
  readonly answer: Answer;
  readonly isTable: boolean;
  readonly onTable: () => void;
  readonly children: ReactNode;
}

function Actions({ title, answer, isTable, onTable, children }: ActionsProps) {
  const trigger =
    "inline-flex size-6 items-center justify-center rounded-sm text-ink-2 hover:bg-hover hover:text-ink";
  return (
    <div className="ml-auto flex opacity-0 transition-opacity duration-100 group-focus-within/panel:opacity-100 group-hover/panel:opacity-100">
      {children}
      <Popover>
        <PopoverTrigger className={trigger} aria-label={`What ${title} means`} title="Definition">
          <Info aria-hidden className="size-3.5" />
        </PopoverTrigger>
        <PopoverContent align="end" className="w-96 max-w-[92vw]">
          <Definition answer={answer} />
        </PopoverContent>
      </Popover>
      <Popover>
        <PopoverTrigger className={trigger} aria-label={`Queries of ${title}`} title="Queries as sent">
          <Code aria-hidden className="size-3.5" />
        </PopoverTrigger>
        <PopoverContent align="end" className="w-[560px] max-w-[92vw]">
          <QueryPeek answer={answer} />
        </PopoverContent>
      </Popover>
      <button
        type="button"
        className={trigger}
        aria-pressed={isTable}
        aria-label={`${title} as a table`}
        title="As a table"
        onClick={onTable}
      >
        <Table aria-hidden className="size-3.5" />
      </button>
      <button
        type="button"
        className={trigger}
        aria-label={`${title} as CSV`}
        title="Download CSV"
        onClick={() => downloadCsv(title, answer)}
      >
        <Download aria-hidden className="size-3.5" />
      </button>
    </div>
  );
}
