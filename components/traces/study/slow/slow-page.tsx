"use client";

import type { ReactNode } from "react";
import type { TraceStudy } from "@/lib/contracts/traces/trace-study";
import { SlowChoice, TooFewRequests } from "./slow-choice";
import { SlowValues } from "./slow-values";
import { slowHeadline } from "@/lib/sentences/traces/slow-text";
import { StudyPage } from "@/components/traces/study/study-page";

/** Shows the attribute values and ranges that distinguish slow requests from the rest. */
export function SlowPage() {
  return (
    <StudyPage part="slow" headline={slowTitle}>
      {(study, pageState) => (
        <>
          <SlowChoice key={JSON.stringify(pageState.conditions)} pageState={pageState} result={study.slow} />
          {study.slow.kind === "too-few" && (
            <TooFewRequests
              slow={study.slow}
              coveredWindow={study.retrieval.coveredWindow}
              pageState={pageState}
            />
          )}
          {study.slow.kind === "differences" && (
            <SlowValues
              slow={study.slow}
              pageState={pageState}
              onMeasure={(measure) =>
                pageState.setConditions({
                  slowBy: measure === "duration" ? null : measure,
                  slowQuantile: null,
                  slowOverMs: null,
                })
              }
            />
          )}
        </>
      )}
    </StudyPage>
  );
}

/** Returns how the slow requests differ from the others. */
export function slowTitle({ slow }: Pick<TraceStudy, "slow">): ReactNode {
  const { first, rest } = slowHeadline(slow);
  return (
    <>
      <span className="font-semibold text-ink">{first}</span>
      {rest}
    </>
  );
}
