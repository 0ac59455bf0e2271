"use client";

import type { EvidenceData } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { ResultTable } from "../calculators/result-table";

/** A stored result of a calculator: its sentence, its inputs and its table, as on the live page. */
export function CalculatorEvidence({ data }: { readonly data: EvidenceData }) {
  if (data.endpoint !== "calculator") return null;
  return (
    <>
      <p className="pb-1">{data.sentence}</p>
      <dl aria-label="Inputs" className="flex flex-wrap gap-x-4 gap-y-1 text-ink-2">
        {data.inputs.map(({ label, value }) => (
          <div key={label} className="flex gap-x-1">
            <dt>{label}:</dt>
            <dd className="tnum text-ink">{value}</dd>
          </div>
        ))}
      </dl>
      <ResultTable result={data} />
    </>
  );
}
