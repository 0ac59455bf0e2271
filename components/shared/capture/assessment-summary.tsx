"use client";

import type { AssessmentResponse } from "@/lib/contracts/baselines";
import { countWithNoun } from "@/lib/format/agreement";
import { formatCount } from "@/lib/format/number";
import { toSentence } from "@/lib/format/sentence";
import { formatDuration, formatWindow } from "@/lib/format/time";
import type { TimeWindow } from "@/lib/model/time-window";
import { ShapeMark } from "@/components/shared/status-mark";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { Button } from "@/components/ui/button";

interface AssessmentSummaryProps {
  /** Undefined while the window is assessed. */
  readonly assessment: AssessmentResponse | undefined;
  readonly error: Error | null;
  readonly onRetry: () => void;
  /** Selects the proposed window. */
  readonly onWindow: (window: TimeWindow) => void;
}

/** Shows whether the window is a suitable reference, and a better window. */
export function AssessmentSummary({ assessment, error, onRetry, onWindow }: AssessmentSummaryProps) {
  if (assessment === undefined)
    return error === null ? (
      <p aria-busy className="text-ink-2">
        Assessing the window
      </p>
    ) : (
      <p role="alert" className="flex flex-wrap items-center gap-3">
        <span>
          <span className="font-semibold text-bad">The window could not be assessed.</span>{" "}
          {toSentence(error.message)}
        </span>
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      </p>
    );
  const { concerns, proposal } = assessment;
  return (
    <section aria-label="Assessment of the window" className="flex flex-col gap-1.5">
      <p className="flex items-baseline gap-2 font-medium">
        <ShapeMark
          shape={assessment.blocks === null ? "failed" : concerns.length === 0 ? "ok" : "unusual"}
          className="size-2.5 shrink-0 self-center"
        />
        {assessment.summary}
      </p>
      <MeasuredLine assessment={assessment} />
      <ul className="list-disc pl-5 text-ink-2">
        {concerns.map(({ kind, detail }) => (
          <li key={`${kind} ${detail}`}>{detail}</li>
        ))}
      </ul>
      {proposal !== null && <Proposal window={proposal} onWindow={onWindow} />}
    </section>
  );
}

function MeasuredLine({
  assessment: { window, blocks, requestCount },
}: {
  readonly assessment: AssessmentResponse;
}) {
  const timeZone = useTimeZone();
  return (
    <p className="tnum text-xs text-ink-2">
      {formatWindow(window.startMs, window.endMs, timeZone)}
      {blocks !== null &&
        `, ${countWithNoun(blocks.blockCount, "time block")} of ${formatDuration(blocks.blockMs)}`}
      {requestCount !== null && `, n = ${formatCount(requestCount)} requests`}
    </p>
  );
}

interface ProposalProps {
  readonly window: TimeWindow;
  readonly onWindow: (window: TimeWindow) => void;
}

function Proposal({ window, onWindow }: ProposalProps) {
  const timeZone = useTimeZone();
  return (
    <p className="tnum flex flex-wrap items-center gap-2 text-ink-2">
      Better window: {formatWindow(window.startMs, window.endMs, timeZone)}
      <Button size="sm" onClick={() => onWindow(window)}>
        Use this window
      </Button>
    </p>
  );
}
