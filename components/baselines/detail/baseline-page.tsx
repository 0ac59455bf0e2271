"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { BaselineResponse } from "@/lib/contracts/baselines";
import { ProblemError } from "@/lib/client/fetch-json";
import { baselineQuery } from "@/lib/client/queries/baselines";
import { toSentence } from "@/lib/format/sentence";
import { Button } from "@/components/ui/button";
import { CaptureButton } from "@/components/shared/capture/capture-button";
import { DriftSentence } from "@/components/baselines/drift-sentence";
import { BaselineActions } from "./baseline-actions";
import { BaselineHeader } from "./baseline-header";
import { ConcernList } from "./concern-list";
import { DefaultHistory } from "./default-history";
import { EnvironmentSection } from "./environment-section";
import { LoadSection } from "./load-section";
import { MeasuredTables } from "./measured-tables";
import { ProvenanceSection } from "./provenance-section";

/** One baseline: numbers, load, environment, provenance and actions. */
export function BaselinePage({ baselineId }: { readonly baselineId: string }) {
  const { data, error, refetch, dataUpdatedAt } = useQuery(baselineQuery(baselineId));
  if (data === undefined)
    return error === null ? (
      <>
        <h1 className="text-2xl font-semibold">Baseline</h1>
        <p aria-busy className="pt-4 text-ink-2">
          Loading the baseline
        </p>
      </>
    ) : (
      <Unavailable error={error} onRetry={() => void refetch()} />
    );
  return (
    <>
      <BackLink />
      <BaselineHeader response={data} receivedAtMs={dataUpdatedAt} />
      {error !== null && (
        <p role="alert" className="pb-3">
          {toSentence(error.message)} The previous version is shown.
        </p>
      )}
      {data.baseline.state === "ready" && <DriftSentence baselineId={baselineId} />}
      <BaselineActions response={data} />
      <CaptureState baseline={data.baseline} />
      <BaselineContent response={data} />
    </>
  );
}

function BackLink() {
  return (
    <p className="pb-2 text-xs">
      <Link href="/baselines" className="text-accent hover:underline">
        All baselines
      </Link>
    </p>
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
      {baseline.deployment !== null && baseline.window !== null && (
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

function BaselineContent({ response }: { readonly response: BaselineResponse }) {
  const { measured, document, baseline, asOfMs } = response;
  return (
    <>
      {document !== null && <ConcernList concerns={document.concerns} />}
      {measured !== null && <MeasuredTables measured={measured} />}
      {document !== null && (
        <>
          <LoadSection load={document.load} />
          <EnvironmentSection environment={document.environment} asOfMs={asOfMs} />
        </>
      )}
      <DefaultHistory response={response} />
      {document !== null && (
        <ProvenanceSection document={document} contentHash={baseline.contentHash} asOfMs={asOfMs} />
      )}
    </>
  );
}

interface UnavailableProps {
  readonly error: Error;
  readonly onRetry: () => void;
}

function Unavailable({ error, onRetry }: UnavailableProps) {
  const isMissing = error instanceof ProblemError && error.problem.code === "not-found";
  return (
    <>
      <BackLink />
      <h1 className="text-2xl font-semibold">
        {isMissing ? "This baseline does not exist." : "The baseline could not be loaded."}
      </h1>
      <p role="alert" className="flex flex-wrap items-center gap-3 pt-3 text-ink-2">
        {isMissing
          ? "It may have been deleted. Choose another one under “All baselines”."
          : toSentence(error.message)}
        {!isMissing && (
          <Button size="sm" onClick={onRetry}>
            Try again
          </Button>
        )}
      </p>
    </>
  );
}
