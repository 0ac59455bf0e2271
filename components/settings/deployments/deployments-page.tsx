"use client";

import { endSentence } from "@/lib/base/end-sentence";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import type { DiscoveryResponse } from "@/lib/contracts/discovery";
import type { OverviewResponse } from "@/lib/contracts/overview";
import { discoveryQuery } from "@/lib/client/queries/discovery";
import { overviewQuery } from "@/lib/client/queries/overview";
import { countWithNoun, singularOrPlural } from "@/lib/format/agreement";
import { Age } from "@/components/shared/age";
import { cn } from "@/components/ui/cn";
import { deploymentColumns, deploymentGrid } from "./deployment-columns";
import { DeploymentNotices } from "./deployment-notices";
import type { HeadlineValues } from "./deployment-cells";
import { DeploymentRow } from "./deployment-row";
import { SettingsFrame } from "@/components/settings/settings-frame";
import { sourceSummary } from "@/components/settings/sources/source-summary";

/** The shortest window of the overview. Only its headline values are shown here. */
const headlineWindow = { from: "now-15m", to: "now", live: true } as const;

/** Lists discovered deployments and lets the operator accept, rename, edit, merge or hide them. */
export function DeploymentsPage() {
  const { data, error, refetch } = useQuery(discoveryQuery);
  // The trace pages link here with `services` if a deployment has no trace service.
  const untraced = useSearchParams().get("services");
  const overview = useQuery(overviewQuery(headlineWindow));
  return (
    <div className="max-w-[1200px]">
      <SettingsFrame
        headline={<Headline data={data} error={error} />}
        errorText={error === null ? null : endSentence(error.message)}
        onRetry={() => void refetch()}
        loadingText={data === undefined ? "Loading deployments" : null}
      >
        {data !== undefined && (
          <>
            <Sources data={data} />
            <DeploymentNotices />
            <Head />
            <ul aria-label="Deployments" className="mt-6 border-t border-rule lg:mt-0 lg:border-0">
              {data.deployments.map((deployment) => (
                <DeploymentRow
                  key={deployment.id}
                  deployment={deployment}
                  allDeployments={data.deployments}
                  asOfMs={data.asOfMs}
                  headlineValues={findHeadlineValues(overview, deployment.slug)}
                  initialForm={deployment.slug === untraced && deployment.hasTraces ? "trace-services" : null}
                />
              ))}
            </ul>
          </>
        )}
      </SettingsFrame>
    </div>
  );
}

function findHeadlineValues(
  { data, error }: { readonly data: OverviewResponse | undefined; readonly error: Error | null },
  slug: string,
): HeadlineValues {
  if (data === undefined) return error === null ? "loading" : "not available";
  const row = data.deployments.find((one) => one.slug === slug);
  if (row?.state === "judged") return row.readings;
  return row?.state === "pending" ? "loading" : "not available";
}

/** Column titles. On narrow screens, and for screen readers, each value has a title. */
function Head() {
  return (
    <div aria-hidden className={cn(deploymentGrid, "mt-6 hidden border-b border-rule-strong pb-2")}>
      {deploymentColumns.map(({ title, isNumber }, index) => (
        <span
          key={title}
          className={cn("text-xs font-medium", isNumber && "text-right", index === 0 && "pl-6")}
        >
          {title}
        </span>
      ))}
    </div>
  );
}

function Headline({
  data,
  error,
}: {
  readonly data: DiscoveryResponse | undefined;
  readonly error: Error | null;
}) {
  if (data === undefined)
    return (
      <span className="font-semibold text-ink">
        {error === null ? "Deployments" : "The deployments could not be loaded."}
      </span>
    );
  const unmerged = data.deployments.filter(({ mergedInto }) => mergedInto === null);
  const count = (review: (typeof unmerged)[number]["review"]): number =>
    unmerged.filter((one) => one.review === review).length;
  const [proposed, hidden] = [count("proposed"), count("hidden")];
  const visibleCount = unmerged.length - hidden;
  if (unmerged.length === 0) return <span className="font-semibold text-ink">No deployments found yet.</span>;
  return (
    <>
      <span className="font-semibold text-ink">
        {countWithNoun(visibleCount, "deployment")} shown
        {hidden === 0 ? "." : `, ${hidden} hidden.`}
      </span>{" "}
      {proposed === 0
        ? "All deployments are reviewed."
        : `${countWithNoun(proposed, "deployment")} ${singularOrPlural(proposed, "is not reviewed yet. Its values are", "are not reviewed yet. Their values are")} shown anyway.`}
    </>
  );
}

/** Summarises each source. */
function Sources({ data }: { readonly data: DiscoveryResponse }) {
  return (
    <div className="mt-3 text-ink-2">
      {data.sources.map((source) => (
        <p key={source.slug}>{sourceSummary(source)}</p>
      ))}
      {data.fromMemorySinceMs !== null && (
        <p role="status">
          PostgreSQL does not respond. The data is from{" "}
          <Age atMs={data.fromMemorySinceMs} asOfMs={data.asOfMs} />. Changes cannot be saved.
        </p>
      )}
    </div>
  );
}
