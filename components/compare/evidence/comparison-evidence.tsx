"use client";

import { useState } from "react";
import type { EvidenceData } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import type { SignalId } from "@/lib/model/signals/signals";
import { isolateDirection } from "@/components/shared/isolated-text";
import { ComparisonDetails } from "../comparison-details";
import { VerdictMark } from "../verdict-mark";

/** Shows a stored comparison: verdict, windows, statistics and differences, as on the live page. */
export function ComparisonEvidence({ data }: { readonly data: EvidenceData }) {
  const [chart, setChart] = useState<SignalId | null>(null);
  if (data.endpoint !== "comparison") return null;
  const { comparison } = data;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 pb-1">
        <VerdictMark verdict={comparison.result?.verdict ?? "cannot-tell"} />
        {isolateDirection(comparison.sentence)}
      </p>
      <ComparisonDetails comparison={comparison} chart={chart} onChart={setChart} />
    </>
  );
}
