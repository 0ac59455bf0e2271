"use client";

import { useQuery } from "@tanstack/react-query";
import type { DiscoveryResponse } from "@/lib/contracts/discovery";
import { discoveryQuery } from "@/lib/client/queries/discovery";
import { Age } from "@/components/shared/age";
import { Button } from "@/components/ui/button";
import { DeploymentNotices } from "./deployment-notices";
import { DeploymentRow } from "./deployment-row";

/** What discovery found, and what a person made of it: accept, name, select, merge, hide. */
export function DeploymentsPage() {
  const { data, error, refetch } = useQuery(discoveryQuery);
  return (
    <div className="max-w-[1040px]">
      <h1 className="text-2xl font-medium tracking-[-0.01em] text-ink-2">
        <Headline data={data} error={error} />
      </h1>
      {error !== null && (
        <p role="alert" className="mt-3 flex items-center gap-3">
          {error.message}.
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      {data === undefined ? (
        error === null && (
          <p aria-busy className="mt-6 text-ink-2">
            Reading what was discovered
          </p>
        )
      ) : (
        <>
          <Sources data={data} />
          <DeploymentNotices />
          <ul aria-label="Deployments" className="mt-6 border-t border-rule">
            {data.deployments.map((deployment) => (
              <DeploymentRow
                key={deployment.id}
                deployment={deployment}
                all={data.deployments}
                asOfMs={data.asOfMs}
              />
            ))}
          </ul>
        </>
      )}
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
        {error === null ? "Deployments" : "The deployments cannot be read."}
      </span>
    );
  const own = data.deployments.filter(({ mergedInto }) => mergedInto === null);
  const count = (review: (typeof own)[number]["review"]): number =>
    own.filter((one) => one.review === review).length;
  const [proposed, hidden] = [count("proposed"), count("hidden")];
  const shown = own.length - hidden;
  if (own.length === 0) return <span className="font-semibold text-ink">No deployment is known yet.</span>;
  return (
    <>
      <span className="font-semibold text-ink">
        {shown} {shown === 1 ? "deployment shows" : "deployments show"}
        {hidden === 0 ? ";" : `, ${hidden} ${hidden === 1 ? "is" : "are"} hidden;`}
      </span>{" "}
      {proposed === 0
        ? "all were reviewed."
        : `${proposed} ${proposed === 1 ? "is" : "are"} as discovered, nobody has to do anything for numbers to appear.`}
    </>
  );
}

/** What is there, by source. */
function Sources({ data }: { readonly data: DiscoveryResponse }) {
  return (
    <div className="mt-3 text-ink-2">
      {data.sources.map(({ slug, title, engines, models, instances, places }) => (
        <p key={slug}>
          {title}: {instances} {instances === 1 ? "server" : "servers"} of {models.length}{" "}
          {models.length === 1 ? "model" : "models"}
          {engines.length === 0 ? "" : ` (${engines.join(", ")})`}
          {places.map(({ family, count }) => `, ${family}: ${count}`).join("")}.
        </p>
      ))}
      {data.fromMemorySinceMs !== null && (
        <p role="status">
          PostgreSQL does not answer; this is as of <Age atMs={data.fromMemorySinceMs} asOfMs={data.asOfMs} />
          , and nothing can be changed.
        </p>
      )}
    </div>
  );
}
