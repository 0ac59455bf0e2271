"use client";

import { useMemo } from "react";
import type { EvidenceData } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { createPair } from "@/lib/sentences/signals/correlation/pair";
import { relationSentence } from "@/lib/sentences/signals/correlation/relation-text";
import { AxisCaveats } from "../correlate/axis-caveats";
import { PairFigure } from "../correlate/pair-figure";
import { RelationPanel } from "../correlate/relation-panel";

/** A stored correlation: its chart, coefficients and warnings, as on the live page. */
export function CorrelationEvidence({ data }: { readonly data: EvidenceData }) {
  return data.endpoint === "correlation" ? <StoredCorrelation data={data} /> : null;
}

function StoredCorrelation({ data }: { readonly data: Extract<EvidenceData, { endpoint: "correlation" }> }) {
  const { x, y, relation } = data;
  const pair = useMemo(() => createPair(x, y), [x, y]);
  if (pair === null) return null;
  return (
    <div className="flex flex-col gap-4">
      <AxisCaveats answers={[x, y]} />
      <PairFigure
        pair={pair}
        answer={x}
        sentence={relationSentence(relation, { x: pair.x.name, y: pair.y.name })}
        isDimmed={false}
      />
      <RelationPanel pair={pair} relation={relation} />
    </div>
  );
}
