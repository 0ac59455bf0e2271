"use client";

import type { EvidenceData } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { SentenceText } from "@/components/shared/sentence-text";
import { findDecodingPool, SweepFigures } from "../sweep/sweep-figures";

/** A stored batch sweep: its sentences, charts and numbers, as on the live page. */
export function SweepEvidence({ data }: { readonly data: EvidenceData }) {
  if (data.endpoint !== "sweep") return null;
  const pool = findDecodingPool(data.page.pools);
  if (pool === undefined) return null;
  const { sweep } = pool;
  return (
    <>
      <p className="pb-1 text-ink-2">
        <SentenceText sentence={sweep.sentence} />
      </p>
      {sweep.state === "swept" && <SweepFigures sweep={sweep} pool={pool} />}
    </>
  );
}
