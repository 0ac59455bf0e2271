"use client";

import { useQuery } from "@tanstack/react-query";
import type { TraceComparisonResponse } from "@/lib/contracts/trace-comparison";
import { listedDeploymentsQuery } from "@/lib/client/queries/deployments";
import { cn } from "@/components/ui/cn";
import { SentenceText } from "@/components/shared/sentence-text";
import { ShapeMark } from "@/components/shared/status-mark";
import { RoomTabs } from "../room-tabs";
import { RoomTrouble, untracedTitle, useUntraced } from "../room-trouble";
import { RowsSkeleton } from "../rows-skeleton";
import { hasConditions } from "../study/condition-words";
import { Conditions } from "../study/conditions";
import { ComparedSides } from "./compared-sides";
import { ComparisonActions } from "./comparison-actions";
import { NodeDifferences } from "./node-differences";
import { PairWaterfall } from "./pair-waterfall";
import { PhaseDifferences } from "./phase-differences";
import { SetApart } from "./set-apart";
import { useTraceComparison, type ComparisonInView } from "./use-trace-comparison";
import { WhatIsCompared } from "./what-is-compared";

/** Two groups of requests, or two requests: which phase explains how much of the difference, and which nodes. */
export function ComparePage() {
  const room = useTraceComparison();
  const { answer, trouble } = room;
  return (
    <>
      <Headline room={room} />
      <RoomTabs />
      <WhatIsCompared key={JSON.stringify(room.state)} room={room} />
      <WhichRequests room={room} />
      {trouble !== null && (
        <RoomTrouble
          problem={trouble}
          oldIs={answer === undefined ? null : "compared"}
          onRetry={room.readAgain}
        />
      )}
      {answer === undefined && trouble === null && <RowsSkeleton says="Reading both groups" />}
      {answer !== undefined && (
        <div className={cn((room.isOfAnother || trouble !== null) && "opacity-60")}>
          <Comparison room={room} answer={answer} />
        </div>
      )}
    </>
  );
}

function Headline({ room: { answer, trouble } }: { readonly room: ComparisonInView }) {
  const untraced = useUntraced();
  return (
    <div className="max-w-[1040px] pb-3">
      <h1 className="text-2xl font-medium tracking-[-0.01em] text-ink-2">
        {answer === undefined || trouble !== null ? (
          <span className="font-semibold text-ink">
            {trouble === null
              ? "Comparing requests"
              : untraced === null
                ? `${trouble.title}.`
                : untracedTitle(untraced)}
          </span>
        ) : (
          <SentenceText sentence={answer.headline} hrefFor={() => "#by-phase"} />
        )}
      </h1>
      {answer !== undefined && trouble === null && answer.second !== null && (
        <p className="pt-1 text-ink-2">
          <SentenceText sentence={answer.second} />
        </p>
      )}
    </div>
  );
}

/** Which requests both sides are of; single traces are taken as they are. */
function WhichRequests({ room }: { readonly room: ComparisonInView }) {
  const { data } = useQuery(listedDeploymentsQuery);
  const { state, view, conditions, setConditions } = room;
  const singles = [state.a, state.b].filter(({ kind }) => kind === "trace").length;
  if (singles === 2) return null;
  const services = data?.deployments.find(({ slug }) => slug === view.d)?.traceServices ?? [];
  const isOther = state.ad !== state.bd && conditions.svc !== null;
  return (
    <>
      <Conditions
        key={JSON.stringify(conditions)}
        room={{ conditions, setConditions, services }}
        hasCount={false}
      />
      {singles === 1 && hasConditions(conditions) && (
        <p className="text-xs text-ink-2">
          The single trace is taken whether it meets the conditions or not.
        </p>
      )}
      {isOther && (
        <p className="text-xs text-ink-2">
          The service is of this deployment alone; of the other one its first service is read.
        </p>
      )}
    </>
  );
}

interface ComparisonProps {
  readonly room: ComparisonInView;
  readonly answer: TraceComparisonResponse;
}

function Comparison({ room, answer }: ComparisonProps) {
  const { difference, a, b } = answer;
  return (
    <>
      <ComparisonActions room={room} answer={answer} />
      {answer.warnings.map((warning) => (
        <p key={warning} className="flex items-center gap-2 pb-2 text-xs text-warn">
          <ShapeMark shape="unusual" className="size-2.5" />
          {warning}
        </p>
      ))}
      <ComparedSides answer={answer} />
      {difference !== null && (
        <>
          <div className="grid gap-x-6 xl:grid-cols-[minmax(0,768px)_minmax(0,1fr)]">
            <PhaseDifferences difference={difference} answer={answer} isTable={room.state.as === "table"} />
            {difference.apart !== null && <SetApart apart={difference.apart} sides={{ a, b }} />}
          </div>
          {difference.pair === null ? (
            <NodeDifferences difference={difference} sides={{ a, b }} room={room} />
          ) : (
            <PairWaterfall pair={difference.pair} sides={{ a, b }} isTable={room.state.as === "table"} />
          )}
        </>
      )}
    </>
  );
}
