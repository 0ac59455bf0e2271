"use client";

import { useQuery } from "@tanstack/react-query";
import type { BaselineResponse } from "@/lib/contracts/baselines";
import { baselineQuery } from "@/lib/client/queries/baselines";
import { CaptureButton } from "@/components/shared/capture/capture-button";
import { DriftSentence } from "@/components/baselines/drift-sentence";
import { BaselineActions } from "./baseline-actions";
import { BaselineHeader } from "./baseline-header";
import { BaselineNumbers } from "./baseline-numbers";
import { DefaultBaselineHistory } from "./default-baseline-history";
import { BackLink } from "@/components/shared/reads/back-link";
import { ReadError } from "@/components/shared/reads/read-error";
import { useSetDocumentTitle } from "@/components/shared/reads/use-set-document-title";
import { useReadError } from "@/components/shared/reads/use-lasting-error";
import { ObjectPagePlaceholder } from "@/components/shared/reads/object-page-placeholder";

const backLink = <BackLink href="/baselines" text="All baselines" />;

/** One baseline: numbers, load, environment, provenance and actions. */
export function BaselinePage({ baselineId }: { readonly baselineId: string }) {
  const query = useQuery(baselineQuery(baselineId));
  const { data, refetch, dataUpdatedAt } = query;
  const error = useReadError(query);
  useSetDocumentTitle({ name: data?.baseline.name ?? null, page: "Baseline" });
  if (data === undefined)
    return (
      <ObjectPagePlaceholder
        title="Baseline"
        noun="baseline"
        missingText="It may have been deleted. Choose another baseline under “All baselines”."
        backLink={backLink}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  return (
    <>
      {backLink}
      <BaselineHeader response={data} receivedAtMs={dataUpdatedAt} />
      {error !== null && (
        <ReadError error={error} previousContentNoun="version" onRetry={() => void refetch()} />
      )}
      {data.baseline.state === "ready" && <DriftSentence baselineId={baselineId} />}
      <BaselineActions response={data} />
      <CaptureState baseline={data.baseline} />
      <BaselineNumbers response={data}>
        <DefaultBaselineHistory response={data} />
      </BaselineNumbers>
    </>
  );
}

/** Progress of a running capture, or why it failed. */
function CaptureState({ baseline }: Pick<BaselineResponse, "baseline">) {
  if (baseline.state === "capturing")
    return (
      <p role="status" className="pb-4 text-ink-2">
        The window is being captured: {Math.round(baseline.progress * 100)} % of its signals were read.
      </p>
    );
  if (baseline.state === "ready") return null;
  return (
    <div className="flex flex-wrap items-center gap-3 pb-4">
      <p role="alert">
        <span className="font-semibold text-bad">The capture failed.</span> {baseline.message}
      </p>
      {baseline.deployment !== null && baseline.window !== null && baseline.changeRefusal === null && (
        <CaptureButton
          label="Capture again"
          target={{
            deployment: baseline.deployment.slug,
            from: String(baseline.window.startMs),
            to: String(baseline.window.endMs),
          }}
        />
      )}
    </div>
  );
}
