"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import type { EvidenceEntry } from "@/lib/contracts/investigations/hypotheses";
import { evidenceName, storesPromptText } from "@/lib/model/investigation/evidence";
import { toSentence } from "@/lib/format/sentence";
import { formatDateTimeWithOptionalYear, formatWindow } from "@/lib/format/time";
import { evidenceReadingText } from "@/lib/sentences/investigations/evidence-reading-text";
import { ErrorBoundary } from "@/components/shared/error-boundary";
import { isolateDirection } from "@/components/shared/isolated-text";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { ZonedText } from "@/components/shared/zoned-text";
import { evidenceAnswerQuery } from "../record-requests";
import { usePrinting } from "../printing/printing";
import { useEvidenceKinds } from "./evidence-kinds";
import { LiveFigure } from "./live/live-figure";
import { LiveNote } from "./live/live-note";
import { ReadTimeLabel } from "./live/read-time-label";
import { useLiveCheck } from "./live/use-live-check";

type Answer = NonNullable<EvidenceEntry["answer"]>;

interface StoredAnswerProps {
  readonly number: number;
  readonly evidence: EvidenceEntry;
  readonly answer: Answer;
  readonly asOfMs: number;
  /** True if the item is near the viewport. The data are loaded only then. */
  readonly isInView: boolean;
}

/**
 * The stored data of a piece of evidence with their window and the link to the live page, or why they are
 * missing.
 */
export function StoredAnswer({ number, evidence, answer, asOfMs, isInView }: StoredAnswerProps) {
  const timeZone = useTimeZone();
  const kinds = useEvidenceKinds();
  const { question, state, window, readAtMs, message } = answer;
  return (
    <div className="pt-1 text-xs">
      <p className="tnum flex flex-wrap gap-x-3 text-2xs text-ink-2">
        {window !== null && (
          <ZonedText>Window {formatWindow(window.startMs, window.endMs, timeZone)}</ZonedText>
        )}
        {storesPromptText(question) && <span>Stored with any text of prompts and completions</span>}
        {readAtMs !== null && (
          <ZonedText>
            Read {formatDateTimeWithOptionalYear(readAtMs, { timeZone, referenceMs: asOfMs })}
          </ZonedText>
        )}
        {state === "ready" && isTraceWindow(question) && (
          <span>Contains the requests that started in the window and ended before the read</span>
        )}
        {kinds !== null && (
          <Link
            href={kinds.createLiveHref(question, window)}
            className="text-accent hover:underline print:hidden"
          >
            Open the live page
          </Link>
        )}
      </p>
      {state === "reading" && (
        <p role="status" aria-busy className="pt-1">
          {evidenceReadingText(question)}
        </p>
      )}
      {state === "failed" && (
        <p className="pt-1 wrap-anywhere">
          The data could not be read. {isolateDirection(toSentence(message ?? ""))}
        </p>
      )}
      {state === "ready" && (
        <ErrorBoundary contentTitle={evidence.title}>
          <ReadyAnswer
            number={number}
            evidence={evidence}
            answer={answer}
            asOfMs={asOfMs}
            isInView={isInView}
          />
        </ErrorBoundary>
      )}
    </div>
  );
}

/** Endpoints whose answers depend on all requests of a window. A request arrives after its end. */
const traceWindowEndpoints: readonly string[] = ["traces", "trace-study", "trace-flow", "trace-comparison"];

const isTraceWindow = ({ endpoint }: Answer["question"]): boolean => traceWindowEndpoints.includes(endpoint);

/** The copy, or the live answer in its place when the person chooses it. */
function ReadyAnswer({ number, evidence, answer, asOfMs, isInView }: StoredAnswerProps) {
  const [isLive, setLive] = useState(false);
  const { check } = useLiveCheck({ number, evidence, isInView });
  const { question, readAtMs } = answer;
  const live = { number, evidence, isInView, asOfMs, isLive };
  return (
    <div className="max-w-[760px]">
      {isLive ? (
        <LiveFigure number={number} evidenceId={evidence.id} question={question} asOfMs={asOfMs} />
      ) : (
        <>
          {check?.state === "differs" && readAtMs !== null && (
            <ReadTimeLabel label="Copy" readAtMs={readAtMs} asOfMs={asOfMs} />
          )}
          <StoredFigure number={number} evidence={evidence} answer={answer} isInView={isInView} />
        </>
      )}
      <LiveNote {...live} name={evidenceName(evidence.number)} onToggle={() => setLive(!isLive)} />
    </div>
  );
}

function StoredFigure({ number, evidence, answer, isInView }: Omit<StoredAnswerProps, "asOfMs">) {
  const kinds = useEvidenceKinds();
  const isNeeded = usePrinting().isReading || isInView;
  const { data, error } = useQuery({ ...evidenceAnswerQuery(number, evidence.id), enabled: isNeeded });
  const stored = data?.data ?? null;
  if (error !== null && data === undefined)
    return (
      <p role="alert" className="pt-1">
        {toSentence(error.message)}
      </p>
    );
  return (
    <div className="pt-2 print:[&_button:not([aria-expanded])]:hidden print:[&_button[aria-haspopup]]:hidden">
      {stored === null || kinds === null ? (
        <div className="min-h-64 print:min-h-0">
          {answer.verdict !== null && <p className="pb-1">{isolateDirection(answer.verdict)}</p>}
          <p aria-busy={isNeeded} className="text-ink-2 print:hidden">
            Loading the stored answer
          </p>
          <p className="hidden print:block">
            The numbers and charts were not loaded when the page was printed. To include them, print with the
            button “Print” on the page.
          </p>
        </div>
      ) : (
        <kinds.Figure id={evidence.id} question={answer.question} data={stored} />
      )}
    </div>
  );
}
