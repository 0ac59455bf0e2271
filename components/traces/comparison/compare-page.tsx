"use client";

import { useQuery } from "@tanstack/react-query";
import type { TraceComparisonResponse } from "@/lib/contracts/traces/trace-comparison";
import { listedDeploymentsQuery } from "@/lib/client/queries/deployments";
import { cn } from "@/components/ui/cn";
import { SentenceText } from "@/components/shared/sentence-text";
import { TracesTabs } from "../traces-tabs";
import { TracesPageError, useTracesErrorTitle } from "../traces-page-error";
import { RowsSkeleton } from "../trace/rows-skeleton";
import { hasConditions } from "../study/trace-conditions";
import { Conditions } from "../study/conditions";
import { TraceComparisonActions } from "./comparison-actions";
import { ComparisonBody } from "./comparison-body";
import { useTraceComparison, type ComparisonPageState } from "./use-trace-comparison";
import { ComparisonForm } from "./comparison-form";

const phasesId = "by-phase";

/** Compares two groups of requests, or two requests: which phases and operations explain the difference. */
export function ComparePage() {
  const pageState = useTraceComparison();
  const { answer, error } = pageState;
  return (
    <>
      <Headline pageState={pageState} />
      <TracesTabs />
      <ComparisonForm key={JSON.stringify(pageState.comparison)} pageState={pageState} />
      <RequestConditions pageState={pageState} />
      {error !== null && (
        <TracesPageError problem={error} hasStaleContent={answer !== undefined} onRetry={pageState.refetch} />
      )}
      {answer === undefined && error === null && <RowsSkeleton label="Loading both groups" />}
      {answer !== undefined && (
        <div className={cn((pageState.isPreviousAnswer || error !== null) && "opacity-60")}>
          <Comparison pageState={pageState} answer={answer} />
        </div>
      )}
    </>
  );
}

function Headline({ pageState: { answer, error } }: { readonly pageState: ComparisonPageState }) {
  const errorTitle = useTracesErrorTitle(error);
  return (
    <div className="max-w-[1040px] pb-3">
      <h1 className="text-2xl font-medium tracking-[-0.01em] text-ink-2">
        {answer === undefined || error !== null ? (
          <span className="font-semibold text-ink">{errorTitle ?? "Comparing requests"}</span>
        ) : (
          <SentenceText sentence={answer.headline} hrefFor={() => `#${phasesId}`} />
        )}
      </h1>
      {answer !== undefined && error === null && answer.remainder !== null && (
        <p className="pt-1 text-ink-2">
          <SentenceText sentence={answer.remainder} />
        </p>
      )}
    </div>
  );
}

/** Conditions for the requests of both groups. They do not apply to single traces. */
function RequestConditions({ pageState }: { readonly pageState: ComparisonPageState }) {
  const { data } = useQuery(listedDeploymentsQuery);
  const { comparison, view, conditions, setConditions } = pageState;
  const singles = [comparison.a, comparison.b].filter(({ kind }) => kind === "trace").length;
  if (singles === 2) return null;
  const services = data?.deployments.find(({ slug }) => slug === view.d)?.traceServices ?? [];
  const isOther = comparison.aDeployment !== comparison.bDeployment && conditions.service !== null;
  return (
    <>
      <Conditions
        key={JSON.stringify(conditions)}
        pageState={{ conditions, setConditions, services }}
        hasTraceLimit={false}
      />
      {singles === 1 && hasConditions(conditions) && (
        <p className="text-xs text-ink-2">
          The selected trace is included even if it does not match the filters.
        </p>
      )}
      {isOther && (
        <p className="text-xs text-ink-2">
          The service filter applies only to the deployment that has this service. For the other deployment,
          its first trace service is queried.
        </p>
      )}
    </>
  );
}

interface ComparisonProps {
  readonly pageState: ComparisonPageState;
  readonly answer: TraceComparisonResponse;
}

function Comparison({ pageState, answer }: ComparisonProps) {
  return (
    <>
      <TraceComparisonActions pageState={pageState} answer={answer} />
      <ComparisonBody
        answer={answer}
        display={pageState.comparison}
        changeDisplay={pageState.changeDisplay}
        phasesId={phasesId}
      />
    </>
  );
}
