"use client";

import type { ReactNode } from "react";
import type { TraceStudy } from "@/lib/contracts/traces/trace-study";
import { BandsFigure } from "./bands-figure";
import { breakdownHeadline } from "@/lib/sentences/traces/breakdown-text";
import { GapsFigure, RepeatedCallsFigure } from "@/components/traces/study/operations/calls-figures";
import { GrowthFigure } from "./growth-figure";
import { HistogramFigure } from "@/components/traces/study/histogram-figure";
import { SharesFigure } from "./shares-figure";
import { StudyPage } from "@/components/traces/study/study-page";
import { SlowSamplingFigure } from "@/components/traces/study/slow-sampling-figure";
import { TtftFigure } from "./ttft-figure";

/** Shows where fast and slow requests spend their time, and patterns across many requests. */
export function BreakdownPage() {
  return (
    <StudyPage part="breakdown" headline={breakdownTitle}>
      {(study) => <Breakdown study={study} />}
    </StudyPage>
  );
}

/** Returns which phase takes most of the median and of the slowest requests. */
export function breakdownTitle(study: TraceStudy): ReactNode {
  const { first, rest } = breakdownHeadline(study);
  return (
    <>
      <span className="font-semibold text-ink">{first}</span>
      {rest}
    </>
  );
}

/** Charts of the phases, of the durations, and of patterns across requests. */
export function Breakdown({ study }: { readonly study: TraceStudy }) {
  return (
    <>
      <BandsFigure bands={study.bands} />
      <TtftFigure ttft={study.ttft} retrieval={study.retrieval} />
      <div className="grid grid-cols-1 gap-x-8 xl:grid-cols-2">
        <HistogramFigure histogram={study.histogram} metrics={study.metrics} />
        <SlowSamplingFigure slowSampling={study.slowSampling} />
      </div>
      <SharesFigure shares={study.shares} />
      <GapsFigure gaps={study.gaps} requestCount={study.retrieval.analysedRequestCount} />
      <RepeatedCallsFigure repeatedCalls={study.repeatedCalls} />
      <GrowthFigure growth={study.growth} />
    </>
  );
}
