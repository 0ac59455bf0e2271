"use client";

import type { ReactNode } from "react";
import type { TraceStudy } from "@/lib/contracts/traces/trace-study";
import type { StudyPart } from "@/lib/model/traces/study-bounds";
import { cn } from "@/components/ui/cn";
import { TracesTabs } from "../traces-tabs";
import { TracesPageError, useTracesErrorTitle } from "../traces-page-error";
import { RowsSkeleton } from "../trace/rows-skeleton";
import { NewestTracesNotice } from "../list/newest-traces-notice";
import { hasConditions } from "./trace-conditions";
import { Conditions } from "./conditions";
import { NothingFound } from "./nothing-found";
import { RetrievalFacts } from "./breakdown/retrieval-facts";
import { useTraceStudy, type StudyPageState } from "./use-trace-study";

interface StudyPageProps {
  readonly part: StudyPart;
  /** Returns the headline of the page if there are requests. */
  readonly headline: (study: TraceStudy, pageState: StudyPageState) => ReactNode;
  readonly children: (study: TraceStudy, pageState: StudyPageState) => ReactNode;
}

/** Lays out the pages over many traces: headline, tabs, conditions, read details and errors. */
export function StudyPage({ part, headline, children }: StudyPageProps) {
  const pageState = useTraceStudy();
  const study = pageState.answer?.study ?? null;
  return (
    <>
      <h1 className="max-w-[1040px] pb-3 text-2xl font-medium tracking-[-0.01em] text-ink-2">
        <Headline pageState={pageState} study={study} headline={headline} />
      </h1>
      <TracesTabs />
      <Conditions key={JSON.stringify(pageState.conditions)} pageState={pageState} />
      {pageState.error !== null && (
        <TracesPageError
          problem={pageState.error}
          hasStaleContent={pageState.error.isStale}
          onRetry={pageState.refetch}
        />
      )}
      {study === null && pageState.error === null && <RowsSkeleton label="Loading traces" />}
      {study !== null && (
        <div className={cn((pageState.isPreviousAnswer || pageState.error !== null) && "opacity-60")}>
          <RetrievalFacts study={study} part={part} pageState={pageState} />
          {study.retrieval.analysedRequestCount === 0 ? (
            <>
              <NothingFound reading={study.retrieval} pageState={pageState} />
              {!hasConditions(pageState.conditions) && (
                <div className="flex flex-col items-start gap-2 pb-6 text-ink-2">
                  <NewestTracesNotice service={pageState.conditions.service} />
                </div>
              )}
            </>
          ) : (
            children(study, pageState)
          )}
        </div>
      )}
    </>
  );
}

interface HeadlineProps extends Pick<StudyPageProps, "headline"> {
  readonly pageState: StudyPageState;
  readonly study: TraceStudy | null;
}

function Headline({ pageState, study, headline }: HeadlineProps) {
  const strong = "font-semibold text-ink";
  const errorTitle = useTracesErrorTitle(pageState.error);
  if (study === null) return <span className={strong}>{errorTitle ?? `Traces of ${pageState.title}`}</span>;
  if (study.retrieval.analysedRequestCount === 0)
    return (
      <span className={strong}>
        {hasConditions(pageState.conditions)
          ? `No request of ${pageState.title} matches the filters.`
          : `No trace of ${pageState.title} was found.`}
      </span>
    );
  return headline(study, pageState);
}
