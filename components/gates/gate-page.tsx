"use client";

import { useQuery } from "@tanstack/react-query";
import { gateQuery, gatesQuery } from "@/lib/client/queries/gates";
import type { GateRunEntry } from "@/lib/contracts/gates";
import { KeepAsEvidenceButton } from "@/components/layout/keep-evidence-button";
import { isolateDirection } from "@/components/shared/isolated-text";
import { createGateSubject } from "./evidence/gate-subject";
import { GateContent } from "./gate-content";
import { GateFacts } from "./gate-facts";
import { GateTable } from "./gate-table";
import { BackLink } from "@/components/shared/reads/back-link";
import { ReadError } from "@/components/shared/reads/read-error";
import { useSetDocumentTitle } from "@/components/shared/reads/use-set-document-title";
import { useReadError } from "@/components/shared/reads/use-lasting-error";
import { ObjectPagePlaceholder } from "@/components/shared/reads/object-page-placeholder";
import { GateVerdictMark } from "./verdict-mark";

const backLink = <BackLink href="/gates" text="All gate runs" />;

/** One run of a gate: verdict, rules, reasons and warnings, and the runs of the same deployment and baseline. */
export function GatePage({ gateId }: { readonly gateId: string }) {
  const query = useQuery(gateQuery(gateId));
  const { data, refetch } = query;
  const error = useReadError(query);
  useSetDocumentTitle({ name: data?.gate.deployment.title ?? null, page: "Gate run" });
  if (data === undefined)
    return (
      <ObjectPagePlaceholder
        title="Gate run"
        noun="gate run"
        missingText="Check the link. The list shows all gate runs."
        backLink={backLink}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  return (
    <>
      {backLink}
      <GateVerdictMark verdict={data.gate.verdict} />
      <h1 className="max-w-[1040px] pt-1 pb-4 text-2xl font-medium tracking-[-0.01em] wrap-anywhere">
        {isolateDirection(data.gate.sentence)}
      </h1>
      {error !== null && (
        <ReadError error={error} previousContentNoun="state" onRetry={() => void refetch()} />
      )}
      {data.result !== null && (
        <p className="pb-3">
          <KeepAsEvidenceButton createSubject={() => createGateSubject(data.gate)} />
        </p>
      )}
      <GateFacts gate={data.gate} />
      <GateContent response={data} />
      <History gate={data.gate} />
    </>
  );
}

/** Runs of the same deployment and baseline, including this one. */
function History({ gate }: { readonly gate: GateRunEntry }) {
  const isKnown = !gate.deployment.isDeleted && !gate.baseline.isDeleted;
  const { data, dataUpdatedAt } = useQuery({
    ...gatesQuery({ deployment: gate.deployment.slug, baseline: gate.baseline.id }),
    enabled: isKnown,
  });
  if (!isKnown || data === undefined) return null;
  return (
    <section aria-label="History" className="pt-6">
      <h2 className="pb-2 text-md font-semibold">Runs with this deployment and baseline</h2>
      <GateTable name="History, table" gates={data.gates} asOfMs={data.asOfMs} receivedAtMs={dataUpdatedAt} />
    </section>
  );
}
