"use client";

import { endSentence } from "@/lib/base/end-sentence";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { dataCheckQuery } from "@/lib/client/queries/data-check";
import { listedDeploymentsQuery } from "@/lib/client/queries/deployments";
import { useView } from "@/lib/client/url-state";
import { Age } from "@/components/shared/age";
import { Button } from "@/components/ui/button";
import { MenuButton } from "@/components/ui/menu-button";
import { KeepAsEvidenceButton } from "@/components/layout/keep-evidence-button";
import { createDataCheckSubject } from "@/components/settings/evidence/data-check-subject";
import { CheckContent, CheckHeadline } from "./check-content";
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
      headline={
        data === undefined ? (
          <span className="font-semibold text-ink">{deployment}</span>
        ) : (
          <CheckHeadline data={data} />
        )
      }
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
        {data !== undefined && error === null && (
          <KeepAsEvidenceButton createSubject={() => createDataCheckSubject(data)} />
        )}
        <Button size="sm" disabled={isFetching} onClick={() => void refetch()}>
          {isFetching ? "Checking" : "Check again"}
        </Button>
      </div>
      {data !== undefined && <CheckContent data={data} hidesRowsWithoutProblem={onlyProblems} />}
    </SettingsFrame>
  );
}

function errorText({ message }: Error, isFirst: boolean): string {
  return isFirst
    ? `The data check failed: ${endSentence(message)}`
    : `The last data check failed: ${endSentence(message)} The previous results are shown.`;
}
