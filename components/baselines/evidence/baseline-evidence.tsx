"use client";

import type { EvidenceData } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { describeBaseline } from "@/lib/sentences/baselines/baseline-headline";
import { SentenceText } from "@/components/shared/sentence-text";
import { BaselineNumbers } from "../detail/baseline-numbers";

/** A stored baseline: headline, numbers, load, environment and provenance, as on the live page. */
export function BaselineEvidence({ data }: { readonly data: EvidenceData }) {
  if (data.endpoint !== "baseline") return null;
  const { detail } = data;
  return (
    <>
      <p className="pb-2 text-ink-2">
        <SentenceText sentence={describeBaseline(detail.measured)} />
      </p>
      <BaselineNumbers response={detail} />
    </>
  );
}
