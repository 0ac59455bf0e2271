"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { ReviewableDeployment } from "@/lib/contracts/discovery";
import { dataCheckQuery } from "@/lib/client/queries/data-check";
import { deploymentExportersQuery } from "@/lib/client/queries/discovery";
import { teamsQuery } from "@/lib/client/teams";
import { linkTo } from "@/lib/client/url-state";
import { limitIds } from "@/lib/model/deployment/limits";
import { printSelectorText } from "@/lib/model/deployment/selector-text";
import { signalDefinition } from "@/lib/model/signals/signals";
import { families } from "@/lib/model/signals/signal-definition";
import { describeDiscoveryRemark } from "@/lib/format/discovery-remark";
import { formatLocationCount } from "@/lib/format/family";
import { phaseTitle } from "@/lib/format/phase";
import { limitFactText } from "@/components/settings/limits/limit-fact-text";
import { toMappingDrafts } from "@/components/settings/mappings/mapping-drafts";
import { describeSignalCounts } from "@/lib/sentences/signals/data-check-text";

/** Details of one deployment: selectors, servers, exporters, trace services, and number of signals with data. */
export function DeploymentFacts({ deployment }: { readonly deployment: ReviewableDeployment }) {
  const { pools, discoveredPools, instances, attachments, traceServices, formerSlugs } = deployment;
  return (
    <dl className="mt-3 grid grid-cols-1 gap-x-6 gap-y-1 text-xs sm:grid-cols-[140px_1fr]">
      {pools.map(({ role, selectors }, index) => (
        <Fact key={index} name={role === "both" ? "Selectors" : `Selectors, ${role}`}>
          <Selectors selectors={selectors} />
        </Fact>
      ))}
      {discoveredPools !== null && (
        <Fact name="Discovered selectors">
          <Selectors selectors={discoveredPools.flatMap(({ selectors }) => selectors)} />
        </Fact>
      )}
      <Fact name={deployment.engine.role === "training" ? "Addresses" : "Servers"}>
        {instances.length === 0 ? "none" : instances.join(", ")}
      </Fact>
      {deployment.remarks.length > 0 && (
        <Fact name="Discovery notes">{deployment.remarks.map(describeDiscoveryRemark).join(" ")}</Fact>
      )}
      {attachments.map(({ exporter, title, selectors }) => (
        <Fact key={exporter} name={title}>
          <Selectors selectors={selectors} />
        </Fact>
      ))}
      <Fact name="Possible exporter targets">
        <ExporterCandidates deployment={deployment} />
      </Fact>
      {deployment.takesMappings && (
        <Fact name="Mapped metrics">
          <MappedMetrics mappings={deployment.mappings} />
        </Fact>
      )}
      <Fact name="Trace services">
        {traceServices.length === 0 ? "no service with a matching name" : traceServices.join(", ")}
        {deployment.hasEditedTraceServices && ". Selected manually"}
      </Fact>
      {deployment.phases.length > 0 && (
        <Fact name="Phase rules">
          {deployment.phases.map(({ operation, attribute, phase }, index) => (
            <span key={index} className="block">
              {[operation, attribute]
                .filter((text) => text !== undefined)
                .map((text) => (
                  <code key={text} className="mr-1.5 font-mono break-all">
                    {text}
                  </code>
                ))}
              {" is "}
              {phaseTitle(phase)}
            </span>
          ))}
        </Fact>
      )}
      {deployment.engine.role !== "training" && (
        <Fact name="Limits">
          {limitIds.map((id) => (
            <span key={id} className="tnum block">
              {limitFactText(id, deployment.limits[id])}
            </span>
          ))}
        </Fact>
      )}
      <Fact name="Team">
        <TeamName teamId={deployment.teamId} />
      </Fact>
      <Fact name="Metric names">{deployment.metricNameCount} observed</Fact>
      {formerSlugs.length > 0 && <Fact name="Former addresses">{formerSlugs.join(", ")}</Fact>}
      {deployment.mergedInto === null && (
        <Fact name="Signals">
          <AnsweringSignals slug={deployment.slug} />
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-ink-2">{name}</dt>
      <dd className="mb-1 min-w-0 break-words sm:mb-0">{children}</dd>
    </div>
  );
}

function Selectors({
  selectors,
}: {
  readonly selectors: ReviewableDeployment["pools"][number]["selectors"];
}) {
  return selectors.map((one, index) => (
    <code key={index} className="block font-mono break-all">
      {printSelectorText([one])}
    </code>
  ));
}

function TeamName({ teamId }: Pick<ReviewableDeployment, "teamId">) {
  const { data } = useQuery({ ...teamsQuery, enabled: teamId !== null });
  if (teamId === null) return <>none. Every editor may change the deployment</>;
  const name = data?.teams.find(({ id }) => id === teamId)?.name ?? "…";
  return <>{name}. Only the team's members and the organisation's admins can change the deployment</>;
}

/** Lists which metric provides which signal. */
function MappedMetrics({ mappings }: Pick<ReviewableDeployment, "mappings">) {
  const drafts = toMappingDrafts(mappings);
  if (drafts.length === 0) return <>none</>;
  return drafts.map(({ signal, kind, metric, totalMetric, scale, labels }) => (
    <span key={signal} className="block">
      {signalDefinition(signal).title}: {kind} <code className="font-mono break-all">{metric}</code>
      {totalMetric !== "" && ` of ${totalMetric}`}
      {labels !== "" && ` where ${labels}`}
      {scale !== "" && `, times ${scale}`}
    </span>
  ));
}

/** Exporter targets that may belong to this deployment. Their labels neither prove nor exclude it. */
function ExporterCandidates({ deployment }: { readonly deployment: ReviewableDeployment }) {
  const { data, error } = useQuery(deploymentExportersQuery(deployment.id));
  if (data === undefined)
    return error === null ? (
      <span aria-busy>Querying exporters</span>
    ) : (
      <>Exporter targets could not be queried</>
    );
  const possible = data.targets.filter(({ fit }) => fit === "possible");
  if (possible.length === 0) return <>none</>;
  const counts = families.flatMap((family) => {
    const count = possible.filter((target) => target.family === family).length;
    return count === 0 ? [] : [formatLocationCount(count, family)];
  });
  const nextStep =
    deployment.managedBy === "file"
      ? "Add the targets in the configuration file."
      : "Select the targets under Edit exporters.";
  return (
    <>
      {counts.join(", ")}. The labels of these targets do not identify their deployment. {nextStep}
    </>
  );
}

/** Runs only when the details are open because it executes every query. */
function AnsweringSignals({ slug }: { readonly slug: string }) {
  const { data, error } = useQuery(dataCheckQuery(slug));
  const href = linkTo("/settings/data-check", { d: slug });
  const link = (
    <Link href={href} className="text-accent hover:underline">
      data check
    </Link>
  );
  if (error !== null && data === undefined) return <>The data check failed. See the {link}</>;
  if (data === undefined) return <span aria-busy>Running all queries</span>;
  return (
    <>
      {describeSignalCounts(data).first} See the {link}
    </>
  );
}
