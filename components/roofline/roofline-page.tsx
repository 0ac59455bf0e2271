"use client";

import type { RooflinePageData } from "@/lib/contracts/roofline/roofline";
import { useView } from "@/lib/client/url-state";
import { KeepAsEvidenceButton } from "@/components/layout/keep-evidence-button";
import { cn } from "@/components/ui/cn";
import { SentenceText } from "@/components/shared/sentence-text";
import { createRooflineSubject } from "./evidence/roofline-subject";
import { createWhatIfSubject } from "./evidence/what-if-subject";
import { AgreementNotes } from "./side-panel/agreement-notes";
import { InputsSection } from "./side-panel/inputs-section";
import { StepSection } from "./side-panel/step-section";
import { PointsFigure } from "./points/points-figure";
import { SourceDetails } from "./source-details";
import { RooflineTabs } from "./roofline-tabs";
import { EmptyWindow } from "./empty-window";
import { PageError } from "./page-error";
import { RooflineSkeleton } from "./roofline-skeleton";
import { useRooflinePage } from "./use-roofline-page";
import { useWhatIf } from "./what-if/use-what-if";
import { WhatIfSection } from "./what-if/what-if-section";

/**
 * Roofline page of one deployment: operating points of decode and prefill, the inputs they depend on, and what-if.
 */
export function RooflinePage() {
  const { data, deploymentTitle, error, isPreviousData, refetch } = useRooflinePage();
  return (
    <div className={cn(isPreviousData && "opacity-60")}>
      <RooflineHeadline data={data} title={deploymentTitle} />
      <RooflineTabs />
      {error !== null && (
        <PageError detail={error} hasOlderData={data !== null} onRetry={() => void refetch()} />
      )}
      {data === null && error === null && <RooflineSkeleton />}
      {data !== null && isEmpty(data) && (
        <>
          <EmptyWindow data={data} newestDataAtMs={data.emptyWindow.newestDataAtMs} />
          <SourceDetails data={data} />
        </>
      )}
      {data !== null && !isEmpty(data) && <PageContent data={data} onSaved={refetch} />}
    </div>
  );
}

type EmptyPage = RooflinePageData & { readonly emptyWindow: { readonly newestDataAtMs: number } };

/** Returns whether the window has no data. Inputs, points and what-if are then not displayed, because none applies. */
function isEmpty(data: RooflinePageData): data is EmptyPage {
  return data.emptyWindow !== null && data.emptyWindow !== undefined;
}

function RooflineHeadline({
  data,
  title,
}: {
  readonly data: RooflinePageData | null;
  readonly title: string | null;
}) {
  const [first, ...otherPools] = data?.pools ?? [];
  const unavailableReason = first === undefined ? (data?.unavailableReason ?? null) : null;
  return (
    // The plot must not move when the sentences get their values.
    <header className="pb-3 lg:min-h-32">
      <h1 className="max-w-[1040px] text-2xl font-medium tracking-[-0.01em] text-ink-2">
        {first !== undefined && <SentenceText sentence={first.headline} />}
        {unavailableReason !== null && <SentenceText sentence={unavailableReason} />}
        {first === undefined && unavailableReason === null && (
          <span className="font-semibold text-ink">{title === null ? "Roofline" : `${title}: roofline`}</span>
        )}
      </h1>
      {first !== undefined && (
        <p className="mt-1 max-w-[1040px] text-ink-2">
          <SentenceText sentence={first.detail} />
        </p>
      )}
      {otherPools.map((pool) => (
        <p key={pool.role} className="mt-1 max-w-[1040px] text-ink-2">
          <SentenceText sentence={pool.headline} /> <SentenceText sentence={pool.detail} />
        </p>
      ))}
    </header>
  );
}

interface PageContentProps {
  readonly data: RooflinePageData;
  readonly onSaved: () => Promise<unknown>;
}

function PageContent({ data, onSaved }: PageContentProps) {
  const whatIf = useWhatIf(data);
  const [view] = useView();
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-4">
        <SourceDetails data={data} />
        <KeepAsEvidenceButton createSubject={() => createRooflineSubject(data, view)} />
      </div>
      <div className="grid grid-cols-1 gap-x-8 gap-y-6 xl:grid-cols-[minmax(0,752fr)_minmax(0,384fr)]">
        {data.roof !== null && <PointsFigure data={data} roof={data.roof} whatIfPoint={whatIf.whatIfPoint} />}
        <div className="flex min-w-0 flex-col gap-6">
          <AgreementNotes pools={data.pools} />
          <StepSection pools={data.pools} />
          <WhatIfSection
            whatIf={whatIf}
            createSubject={(outcome) => createWhatIfSubject(data, view, outcome)}
          />
          <InputsSection data={data} onSaved={onSaved} />
        </div>
      </div>
    </>
  );
}
