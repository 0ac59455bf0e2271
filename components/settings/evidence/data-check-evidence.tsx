"use client";

import type { EvidenceData } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { evaluationWindows } from "@/lib/model/status/evaluation-windows";
import { CheckContent, CheckHeadline } from "../data-check/check-content";

/** A stored data check: the signals with and without data, with the reasons. */
export function DataCheckEvidence({ data }: { readonly data: EvidenceData }) {
  if (data.endpoint !== "data-check") return null;
  const { asOfMs } = data.check;
  const window = { startMs: asOfMs - evaluationWindows.headlineWindowMs, endMs: asOfMs };
  return (
    <div className="@container">
      <p className="text-ink-2">
        <CheckHeadline data={data.check} />
      </p>
      <CheckContent data={data.check} hidesRowsWithoutProblem={false} window={window} />
    </div>
  );
}
