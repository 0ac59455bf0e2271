"use client";

import type { EvidenceData } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { SentenceText } from "@/components/shared/sentence-text";
import { PointsFigure } from "../points/points-figure";
import { AgreementNotes } from "../side-panel/agreement-notes";
import { SourceDetails } from "../source-details";

/** A stored Roofline page: its sentences, plot and points, as on the live page. */
export function RooflineEvidence({ data }: { readonly data: EvidenceData }) {
  if (data.endpoint !== "roofline") return null;
  const { page } = data;
  const { roof, pools, unavailableReason } = page;
  return (
    <>
      {pools.map((pool) => (
        <p key={pool.role} className="pb-1">
          <SentenceText sentence={pool.headline} /> <SentenceText sentence={pool.detail} />
        </p>
      ))}
      {pools.length === 0 && unavailableReason !== null && (
        <p className="pb-1">
          <SentenceText sentence={unavailableReason} />
        </p>
      )}
      <SourceDetails data={page} />
      {roof !== null && <PointsFigure data={page} roof={roof} whatIfPoint={null} />}
      <AgreementNotes pools={pools} />
    </>
  );
}
