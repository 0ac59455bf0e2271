"use client";

import { useQuery } from "@tanstack/react-query";
import { listedDeploymentsQuery } from "@/lib/client/queries/deployments";
import { gatesQuery } from "@/lib/client/queries/gates";
import { useView } from "@/lib/client/url-state";
import type { GateRunEntry } from "@/lib/contracts/gates";
import { countWithNoun } from "@/lib/format/agreement";
import { CopyButton } from "@/components/shared/copy/copy-button";
import { Choice } from "@/components/ui/choice";
import { ReadError } from "@/components/shared/reads/read-error";
import { useReadError } from "@/components/shared/reads/use-lasting-error";
import { GateTable } from "./gate-table";

/** Lists the runs of gates, for one deployment or all. */
export function GatesPage() {
  const [view, setView] = useView();
  const query = useQuery(gatesQuery({ deployment: view.d }));
  const { data, refetch, dataUpdatedAt } = query;
  const error = useReadError(query);
  const deployments = useQuery(listedDeploymentsQuery).data?.deployments ?? [];
  return (
    <>
      <h1 className="max-w-[1040px] pb-5 text-2xl font-medium tracking-[-0.01em] text-ink-2">
        <span className="font-semibold text-ink">{headlineText(data?.gates, error)}</span>
        {data !== undefined &&
          " A gate run checks whether a window is worse than a baseline. Its rules set the allowed regression."}
      </h1>
      {error !== null && (
        <ReadError
          error={error}
          previousContentNoun={data === undefined ? null : "list"}
          onRetry={() => void refetch()}
        />
      )}
      <search aria-label="Filter gate runs" className="flex flex-wrap items-end gap-3 pb-4">
        <Choice
          label="Deployment"
          value={view.d ?? ""}
          options={[["", "All deployments"], ...deployments.map(({ slug, title }) => [slug, title] as const)]}
          onChoose={(slug) => void setView({ d: slug === "" ? null : slug, m: null, i: null })}
        />
      </search>
      {data === undefined && error === null && (
        <p aria-busy className="text-ink-2">
          Loading gate runs
        </p>
      )}
      {data !== undefined && data.gates.length > 0 && (
        <GateTable
          name="Gate runs, table"
          gates={data.gates}
          asOfMs={data.asOfMs}
          receivedAtMs={dataUpdatedAt}
        />
      )}
      {data !== undefined && data.gates.length === 0 && <EmptyList deployment={view.d} />}
      {data?.isTruncated === true && (
        <p className="py-3 text-ink-2">
          Only the newest {data.gates.length} runs are listed. Select a deployment to see its older runs.
        </p>
      )}
    </>
  );
}

function headlineText(gates: readonly GateRunEntry[] | undefined, error: Error | null): string {
  if (gates === undefined) return error === null ? "Gates" : "The gate runs could not be loaded.";
  return gates.length === 0 ? "No gate runs." : `${countWithNoun(gates.length, "gate run")}.`;
}

/** Explains how to run a gate. */
function EmptyList({ deployment }: { readonly deployment: string | null }) {
  const command = `npx ridgepoint gate --deployment ${deployment ?? "<deployment>"} --window 30m --max-regression ttft.p95=10%`;
  return (
    <div className="max-w-[720px] text-ink-2">
      <p>
        {deployment === null ? "No gate has run yet. " : "No gate has run for this deployment yet. "}
        Capture a baseline, then run this command after a change, for example in a CI pipeline:
      </p>
      <p className="flex flex-wrap items-center gap-3 pt-3">
        <code className="font-mono text-xs wrap-anywhere text-ink">{command}</code>
        <CopyButton text={command} label="Copy command" />
      </p>
    </div>
  );
}
