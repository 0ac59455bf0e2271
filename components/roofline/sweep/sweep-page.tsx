"use client";

import type { RooflineSweep } from "@/lib/contracts/roofline/roofline-sweep";
import { useView } from "@/lib/client/url-state";
import { cn } from "@/components/ui/cn";
import { KeepAsEvidenceButton } from "@/components/layout/keep-evidence-button";
import { SentenceText } from "@/components/shared/sentence-text";
import { PageError } from "../page-error";
import { RooflineTabs } from "../roofline-tabs";
import { useRooflinePage } from "../use-roofline-page";
import { createSweepSubject } from "../evidence/sweep-subject";
import { findDecodingPool, SweepFigures } from "./sweep-figures";

/** Batch sweep page: throughput and step time by batch size in the window, and the gain of a larger batch. */
export function SweepPage() {
  const { data, deploymentTitle, error, isPreviousData, refetch } = useRooflinePage();
  const [view] = useView();
  const decoding = data === null ? undefined : findDecodingPool(data.pools);
  return (
    <div className={cn(isPreviousData && "opacity-60")}>
      <h1 className="max-w-[1040px] pb-3 text-2xl font-medium tracking-[-0.01em] text-ink-2">
        {decoding === undefined ? (
          <NoPool unavailableReason={data?.unavailableReason ?? null} title={deploymentTitle} />
        ) : (
          <SentenceText sentence={decoding.sweep.sentence} />
        )}
      </h1>
      <RooflineTabs />
      {error !== null && (
        <PageError detail={error} hasOlderData={data !== null} onRetry={() => void refetch()} />
      )}
      {data === null && error === null && (
        <div aria-busy className="h-[600px] border-b border-l border-rule-strong">
          <span className="sr-only">Loading the batch sweep</span>
        </div>
      )}
      {data !== null && decoding !== undefined && !isPreviousData && (
        <div className="flex justify-end pb-2">
          <KeepAsEvidenceButton createSubject={() => createSweepSubject(data, view)} />
        </div>
      )}
      {decoding?.sweep.state === "swept" && <SweepFigures sweep={decoding.sweep} pool={decoding} />}
    </div>
  );
}

interface NoPoolProps {
  readonly unavailableReason: RooflineSweep["sentence"] | null;
  readonly title: string | null;
}

function NoPool({ unavailableReason, title }: NoPoolProps) {
  if (unavailableReason !== null) return <SentenceText sentence={unavailableReason} />;
  return (
    <span className="font-semibold text-ink">{title === null ? "Batch sweep" : `${title}: batch sweep`}</span>
  );
}
