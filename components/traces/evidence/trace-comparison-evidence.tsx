"use client";

import { useState } from "react";
import type { EvidenceData } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { countWithNoun } from "@/lib/format/agreement";
import { SentenceText } from "@/components/shared/sentence-text";
import { ComparisonBody, type ComparisonDisplay } from "../comparison/comparison-body";

/** A stored comparison of traces: headline, groups, phases and nodes, as on the live page. */
export function TraceComparisonEvidence({ data }: { readonly data: EvidenceData }) {
  const [display, setDisplay] = useState<ComparisonDisplay>({
    display: "drawing",
    nodeOrder: "by-difference",
  });
  if (data.endpoint !== "trace-comparison") return null;
  const { comparison, droppedRowCount } = data;
  return (
    <>
      <p className="text-ink-2">
        <SentenceText sentence={comparison.headline} />
      </p>
      {comparison.remainder !== null && (
        <p className="pt-1 text-ink-2">
          <SentenceText sentence={comparison.remainder} />
        </p>
      )}
      <div className="pt-3">
        <ComparisonBody
          answer={comparison}
          display={display}
          changeDisplay={(next) => setDisplay({ ...display, ...next })}
        />
      </div>
      {droppedRowCount > 0 && (
        <p className="pt-2 text-2xs text-ink-2">
          {countWithNoun(droppedRowCount, "attribute")} with the text of prompts or completions{" "}
          {droppedRowCount === 1 ? "is" : "are"} not stored.
        </p>
      )}
    </>
  );
}
