import type { TraceStudy } from "@/lib/contracts/traces/trace-study";
import type { StudyPart } from "@/lib/model/traces/study-bounds";
import { KeepAsEvidenceButton } from "@/components/layout/keep-evidence-button";
import { createTraceStudySubject } from "@/components/traces/evidence/trace-study-subject";
import { Button } from "@/components/ui/button";
import { Age } from "@/components/shared/age";
import { ShapeMark } from "@/components/shared/status-mark";
import { MoreTraces } from "@/components/traces/study/more-traces";
import { retrievalSentences } from "@/lib/sentences/traces/retrieval-text";
import type { StudyPageState } from "@/components/traces/study/use-trace-study";

interface RetrievalFactsProps {
  readonly study: TraceStudy;
  readonly part: StudyPart;
  readonly pageState: StudyPageState;
}

/** Describes how the traces were read, with their age and a refresh button. */
export function RetrievalFacts({ study, part, pageState }: RetrievalFactsProps) {
  const { answer, isFetching, receivedAtMs, refetch } = pageState;
  if (answer === undefined) return null;
  const isPartial = study.retrieval.isTruncated || study.retrieval.unreadIntervalCount > 0;
  return (
    <div className="tnum flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-2.5 text-xs text-ink-2">
      <p className="max-w-[840px]">
        {isPartial && <ShapeMark shape="unusual" className="mr-1.5 size-2.5" />}
        {retrievalSentences(study.retrieval, study.metrics, answer.window).join(" ")}
      </p>
      <p className="flex flex-wrap items-center gap-2">
        <MoreTraces retrieval={study.retrieval} />
        <span>
          Loaded <Age atMs={answer.asOfMs} asOfMs={answer.asOfMs} receivedAtMs={receivedAtMs} />
        </span>
        {pageState.error === null && !pageState.isPreviousAnswer && (
          <KeepAsEvidenceButton createSubject={() => createTraceStudySubject(part, answer, pageState)} />
        )}
        <Button size="sm" disabled={isFetching} onClick={refetch}>
          {isFetching ? "Refreshing" : "Refresh"}
        </Button>
      </p>
    </div>
  );
}
