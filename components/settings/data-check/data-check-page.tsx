"use client";

import { endSentence } from "@/lib/base/end-sentence";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { DataCheckResponse } from "@/lib/contracts/data-check";
import { dataCheckQuery } from "@/lib/client/queries/data-check";
import { listedDeploymentsQuery } from "@/lib/client/queries/deployments";
import { useView } from "@/lib/client/url-state";
import { countWithNoun, singularOrPlural } from "@/lib/format/agreement";
import { Age } from "@/components/shared/age";
import { Button } from "@/components/ui/button";
import { MenuButton } from "@/components/ui/menu-button";
import {
  groupCheckRows,
  countOutcomes,
  filterJoinedRows,
  findUnjoinedFamilies,
  type UnjoinedFamily,
} from "./check-sections";
import { CheckTable } from "./check-table";
import { SettingsFrame } from "@/components/settings/settings-frame";

/**
 * Runs every query that Ridgepoint uses for one deployment and shows which signals have data and why others do not.
 */
export function DataCheckPage() {
  const [view, setView] = useView();
  const { data: list } = useQuery(listedDeploymentsQuery);
  const deployments = list?.deployments ?? [];
  const firstSlug = deployments[0]?.slug ?? null;
  useEffect(() => {
    // A link without a deployment selects the first deployment and updates the URL.
    if (view.d === null && firstSlug !== null) void setView({ d: firstSlug }, { history: "replace" });
  }, [view.d, firstSlug, setView]);
  const chosen = deployments.find((one) => one.slug === view.d);
  return (
    <div className="@container max-w-[1040px]">
      {list !== undefined && deployments.length === 0 ? (
        <h1 className="text-2xl font-semibold tracking-[-0.01em]">No deployments found yet.</h1>
      ) : (
        <>
          {view.d !== null && <Check key={view.d} deployment={view.d} />}
          <p className="sr-only">{chosen?.title}</p>
        </>
      )}
      {deployments.length > 1 && (
        <MenuButton
          triggerProps={{
            label: "Deployment to check",
            className: "mt-8 h-7 rounded-sm px-1.5 text-ink-2 hover:bg-hover",
            children: "Check another deployment",
          }}
          options={deployments.map(({ slug, title }) => ({
            key: slug,
            isChosen: slug === view.d,
            onChoose: () => void setView({ d: slug }),
            children: title,
          }))}
        />
      )}
    </div>
  );
}

function Check({ deployment }: { readonly deployment: string }) {
  const { data, dataUpdatedAt, error, refetch, isFetching } = useQuery(dataCheckQuery(deployment));
  const [onlyProblems, setOnlyProblems] = useState(false);
  return (
    <SettingsFrame
      headline={<Headline data={data} deployment={deployment} />}
      errorText={error === null ? null : errorText(error, data === undefined)}
      loadingText={data === undefined ? "Running all queries" : null}
    >
      <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-2 text-ink-2">
        {data !== undefined && (
          <span>
            {[data.engine.title, ...data.attachments.map(({ title }) => title)].join(", ")}. Checked{" "}
            <Age atMs={data.asOfMs} asOfMs={data.asOfMs} receivedAtMs={dataUpdatedAt} />
          </span>
        )}
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            checked={onlyProblems}
            onChange={(event) => setOnlyProblems(event.target.checked)}
          />
          Only signals with problems
        </label>
        <Button size="sm" disabled={isFetching} onClick={() => void refetch()}>
          {isFetching ? "Checking" : "Check again"}
        </Button>
      </div>
      {data !== undefined &&
        groupCheckRows(filterJoinedRows(data.rows, data.attachments), onlyProblems).map(
          ({ family, title, rows }) => (
            <CheckTable key={family} deployment={deployment} title={title} rows={rows} />
          ),
        )}
      {data !== undefined && <Unjoined families={findUnjoinedFamilies(data.rows, data.attachments)} />}
    </SettingsFrame>
  );
}

function errorText({ message }: Error, isFirst: boolean): string {
  return isFirst
    ? `The data check failed: ${endSentence(message)}`
    : `The last data check failed: ${endSentence(message)} The previous results are shown.`;
}

function Unjoined({ families }: { readonly families: readonly UnjoinedFamily[] }) {
  if (families.length === 0) return null;
  return (
    <section aria-label="No exporter" className="mt-8">
      <h2 className="mb-2 text-md font-semibold">No exporter</h2>
      <ul className="border-t border-rule">
        {families.map(({ family, title, detail }) => (
          <li
            key={family}
            className="grid gap-x-4 border-b border-rule py-2 @checks:grid-cols-[220px_minmax(0,1fr)]"
          >
            <span className="font-medium">{title}</span>
            <span className="text-ink-2">{detail}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Headline({
  data,
  deployment,
}: {
  readonly data: DataCheckResponse | undefined;
  readonly deployment: string;
}) {
  if (data === undefined) return <span className="font-semibold text-ink">{deployment}</span>;
  const { withDataCount, withoutDataCount, failedCount, signalCount } = countOutcomes(
    filterJoinedRows(data.rows, data.attachments),
  );
  return (
    <>
      <span className="font-semibold text-ink">
        {data.deployment.title}: {withDataCount} of {countWithNoun(signalCount, "signal")}{" "}
        {singularOrPlural(withDataCount, "has", "have")} data.
      </span>{" "}
      {failedCount === 0 ? "" : `${countWithNoun(failedCount, "query", "queries")} failed. `}
      {withoutDataCount === 0
        ? "No signal is missing."
        : `${countWithNoun(withoutDataCount, "signal has", "signals have")} no data. The reason is next to each signal.`}
    </>
  );
}
