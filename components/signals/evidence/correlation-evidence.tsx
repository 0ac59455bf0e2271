"use client";

import { useMemo } from "react";
import type { EvidenceData } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { createPair } from "@/lib/sentences/signals/correlation/pair";
import { describePair, findTwoGroups } from "@/lib/sentences/signals/correlation/pair-text";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { AxisDefinitions } from "../correlate/axis-definitions";
import { PairFigure } from "../correlate/pair-figure";
import { RelationPanel } from "../correlate/relation-panel";

/** A stored correlation: its chart, coefficients and warnings, as on the live page. */
export function CorrelationEvidence({ data }: { readonly data: EvidenceData }) {
  return data.endpoint === "correlation" ? <StoredCorrelation data={data} /> : null;
}

function StoredCorrelation({ data }: { readonly data: Extract<EvidenceData, { endpoint: "correlation" }> }) {
  const { x, y, relation } = data;
  const pair = useMemo(() => createPair(x, y), [x, y]);
  const timeZone = useTimeZone();
  if (pair === null) return null;
  return (
    <div className="flex flex-col gap-4">
      <AxisDefinitions answers={[x, y]} />
      <PairFigure
        pair={pair}
        groups={findTwoGroups(relation)}
        answer={x}
        sentence={describePair(relation, pair, timeZone).sentence}
        isDimmed={false}
      />
      <RelationPanel pair={pair} relation={relation} />
    </div>
  );
}
