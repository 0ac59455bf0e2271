"use client";

import { useState } from "react";
import type { EvidenceData, QuestionOf } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import type { TraceStudy } from "@/lib/contracts/traces/trace-study";
import { countWithNoun } from "@/lib/format/agreement";
import { coverageText, retrievalSentences } from "@/lib/sentences/traces/retrieval-text";
import { Breakdown, breakdownTitle } from "../study/breakdown/breakdown-page";
import { SortedOperations } from "../study/operations/operation-table";
import type { OperationColumnId } from "../study/operations/operation-columns";
import { operationsHeadline } from "../study/operations/operations-page";
import { Scatter } from "../study/scatter-figure";
import { scatterSentence } from "../study/scatter-text";
import { slowTitle } from "../study/slow/slow-page";
import { SlowValues } from "../study/slow/slow-values";
import { hasConditions } from "../study/trace-conditions";
import type { StudyLinks } from "../study/use-trace-study";
import { toStudyState } from "./trace-study-subject";

type Question = QuestionOf<"trace-study">;
type StoredStudy = Extract<EvidenceData, { endpoint: "trace-study" }>;

interface TraceStudyEvidenceProps {
  readonly question: Question;
  readonly data: EvidenceData;
}

/** A stored analysis of many requests: the part that its live page draws. */
export function TraceStudyEvidence({ question, data }: TraceStudyEvidenceProps) {
  if (data.endpoint !== "trace-study") return null;
  const { analysis, droppedRowCount } = data;
  const { study, window } = analysis;
  if (study === null) return <p>The source returned no requests.</p>;
  return (
    <>
      {question.part !== "requests" && (
        <p className="pb-2 text-ink-2">
          {retrievalSentences(study.retrieval, study.metrics, window).join(" ")}
        </p>
      )}
      {study.retrieval.analysedRequestCount === 0 ? (
        <p>No request was found in this window.</p>
      ) : (
        <StudyPart question={question} analysis={analysis} study={study} />
      )}
      {question.part === "slow" && droppedRowCount > 0 && (
        <p className="pt-2 text-2xs text-ink-2">
          {countWithNoun(droppedRowCount, "attribute")} with the text of prompts or completions{" "}
          {droppedRowCount === 1 ? "is" : "are"} not stored.
        </p>
      )}
    </>
  );
}

interface StudyPartProps {
  readonly question: Question;
  readonly analysis: StoredStudy["analysis"];
  readonly study: TraceStudy;
}

function StudyPart({ question, analysis: { window, services }, study }: StudyPartProps) {
  const [order, setOrder] = useState<OperationColumnId>("critical");
  const conditions = toStudyState(question);
  const links: StudyLinks = {
    view: { d: question.deployment, from: String(window.startMs), to: String(window.endMs), live: false },
    conditions,
    services,
  };
  switch (question.part) {
    case "requests":
      return (
        <Scatter
          study={study}
          window={window}
          view={links.view}
          sentences={[
            scatterSentence(study, hasConditions(conditions)),
            ...(study.retrieval.isTruncated ? [coverageText(study.retrieval, window)] : []),
          ]}
        />
      );
    case "breakdown":
      return (
        <>
          <p className="pb-2">{breakdownTitle(study)}</p>
          <Breakdown study={study} />
        </>
      );
    case "operations":
      return (
        <>
          <p className="pb-2">{operationsHeadline(study, { title: question.deployment })}</p>
          <SortedOperations
            operations={study.operations}
            pageState={links}
            order={order}
            onOrder={setOrder}
          />
        </>
      );
    case "slow":
      return (
        <>
          <p className="pb-2">{slowTitle(study)}</p>
          {study.slow.kind === "differences" && (
            <SlowValues slow={study.slow} pageState={links} onMeasure={null} />
          )}
        </>
      );
  }
}
