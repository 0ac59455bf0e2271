"use client";

import { useMemo } from "react";
import type { EvidenceData } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { PointsFigure } from "../points/points-figure";
import { SourceDetails } from "../source-details";
import { WhatIfNumbers } from "../what-if/what-if-numbers";
import { createWhatIfPoint } from "../what-if/what-if-point";

/** A stored what-if: its point on the roofline, its ceilings and estimates, as on the live page. */
export function WhatIfEvidence({ data }: { readonly data: EvidenceData }) {
  return data.endpoint === "what-if" ? <StoredWhatIf data={data} /> : null;
}

function StoredWhatIf({ data }: { readonly data: Extract<EvidenceData, { endpoint: "what-if" }> }) {
  const { page, change, currency, result } = data;
  const whatIfPoint = useMemo(() => createWhatIfPoint(result, change, page), [result, change, page]);
  return (
    <>
      <p className="pb-1">
        Change: <span className="font-semibold">{change}</span>. The new values are a ceiling, not a forecast.
      </p>
      <SourceDetails data={page} />
      {page.roof !== null && <PointsFigure data={page} roof={page.roof} whatIfPoint={whatIfPoint} />}
      <WhatIfNumbers result={result} currency={currency} priceHint={null} />
    </>
  );
}
