"use client";

import type { ReactNode } from "react";
import type { TraceStudy } from "@/lib/contracts/traces/trace-study";
import { SentenceText } from "@/components/shared/sentence-text";
import { OperationTable } from "./operation-table";
import { StudyPage } from "@/components/traces/study/study-page";
import type { StudyPageState } from "@/components/traces/study/use-trace-study";

/** Shows the time per operation of a service, and the share on the critical path. */
export function OperationsPage() {
  return (
    <StudyPage part="operations" headline={operationsHeadline}>
      {(study, pageState) => <OperationTable operations={study.operations} pageState={pageState} />}
    </StudyPage>
  );
}

/** Returns which operation takes the largest share of the critical path. */
export function operationsHeadline(
  { slowestOperation }: Pick<TraceStudy, "slowestOperation">,
  { title }: Pick<StudyPageState, "title">,
): ReactNode {
  if (slowestOperation !== null) return <SentenceText sentence={slowestOperation} />;
  return (
    <span className="font-semibold text-ink">The spans of all requests of {title} have no duration.</span>
  );
}
