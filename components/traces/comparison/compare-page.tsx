"use client";

import type { TraceComparisonResponse } from "@/lib/contracts/trace-comparison";
import { toSentence } from "@/lib/format/sentence";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { SentenceText } from "@/components/shared/sentence-text";
import { ShapeMark } from "@/components/shared/status-mark";
import { RoomTabs } from "../room-tabs";
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
      {trouble !== null && <Trouble room={room} trouble={trouble} />}
      {answer === undefined && trouble === null && <Skeleton />}
      {answer !== undefined && (
        <div className={cn((room.isOfAnother || trouble !== null) && "opacity-60")}>
          <Comparison room={room} answer={answer} />
        </div>
      )}
    </>
  );
}

function Headline({ room: { answer, trouble } }: { readonly room: ComparisonInView }) {
  return (
    <div className="max-w-[1040px] pb-3">
      <h1 className="text-2xl font-medium tracking-[-0.01em] text-ink-2">
        {answer === undefined || trouble !== null ? (
          <span className="font-semibold text-ink">
            {trouble === null ? "Comparing requests" : `${trouble.title}.`}
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

interface TroubleProps {
  readonly room: ComparisonInView;
  readonly trouble: NonNullable<ComparisonInView["trouble"]>;
}

function Trouble({ room, trouble }: TroubleProps) {
  return (
    <section role="alert" className="flex max-w-2xl flex-col items-start gap-2 py-4">
      <p className="flex items-center gap-2">
        <ShapeMark shape="failed" />
        {toSentence(trouble.detail)}
      </p>
      <p className="text-ink-2">
        {trouble.next}{" "}
        {room.answer === undefined
          ? "Everything but traces goes on."
          : "What stands below was compared before."}
      </p>
      <Button onClick={room.readAgain}>Try again</Button>
    </section>
  );
}

function Skeleton() {
  return (
    <div aria-busy className="mt-3 border-t border-rule">
      <span className="sr-only">Reading both groups</span>
      {Array.from({ length: 12 }, (_, row) => (
        <div key={row} className="h-7 border-b border-rule py-2">
          <div className="h-2.5 rounded-sm bg-well" />
        </div>
      ))}
    </div>
  );
}
