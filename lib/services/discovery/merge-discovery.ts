/**
 * Merges discovery results into the stored deployments: updates known deployments and gives new deployments unique names.
 * Values that a source could not report this time (hardware, trace services) stay unchanged.
 */
import type { Attachment, Pool } from "@/lib/model/deployment/deployment";
import { joinWorkers, type StackWorker } from "@/lib/model/deployment/stack-worker";
import type { Source } from "@/lib/model/sources/source";
import { assertPresent } from "@/lib/base/assert";
import { createUuidV7 } from "@/lib/server/uuid-v7";
import { addFormerStackNames } from "./dynamo-stacks";
import { withEditedSelectorMatches, type EditedSelectorMatch } from "./edited-selector-matches";
import type { DeploymentRecord } from "@/lib/services/deployments/effective-deployments";
import { compareText, formatGroupIdentity, type InstanceGroup } from "../deployments/instance-groups";
import { formatDeploymentKey, type DeploymentSnapshot } from "@/lib/services/deployments/known-deployments";
import { matchTraceServices, type NamedDeployment } from "./match-trace-services";
import { nameDeployments, shortenModelName } from "../deployments/name-deployments";

/** Deployment that one discovery found in a source. */
export interface DiscoveredDeployment {
  readonly group: InstanceGroup;
  readonly source: Source;
  readonly pools: readonly Pool[];
  readonly instances: readonly string[];
  /** Workers of the same stack that expose no metrics of the engine. Absent if there are none. */
  readonly workers?: readonly StackWorker[];
  /** Undefined if the exporters could not be queried. */
  readonly attachments: readonly Attachment[] | undefined;
  /** Current metric names of the engine. */
  readonly metricNames: readonly string[];
  /** True if some stores behind the source did not respond, so that data may be missing. */
  readonly isPartial: boolean;
}

/** Results of one discovery over all sources. */
export interface DiscoveryResults {
  readonly deployments: readonly DiscoveredDeployment[];
  /** Undefined if the trace source could not be queried. */
  readonly traceServices: readonly string[] | undefined;
  readonly tracesSource: string | null;
  /** Metrics sources that responded completely. Deployments absent from their results are missing. */
  readonly completeSources: readonly string[];
  /** Matches of edited selectors. */
  readonly editedMatches?: ReadonlyMap<string, EditedSelectorMatch>;
}

/**
 * Combines the stored deployments with the results of a discovery. Returns the new state of discovered
 * deployments, and of those that are missing as of now.
 */
export function mergeDiscovery(
  snapshot: DeploymentSnapshot,
  results: DiscoveryResults,
  atMs: number,
): readonly DeploymentRecord[] {
  const known = new Map(snapshot.records.map((deployment) => [formatDeploymentKey(deployment), deployment]));
  const taken = new Set([...snapshot.records.map(({ slug }) => slug), ...snapshot.aliases.keys()]);
  const next: DeploymentRecord[] = [];
  for (const sourceDeployments of groupBySource(results.deployments)) {
    const byIdentity = new Map(
      sourceDeployments.flatMap(({ group, source }) => {
        const identity = formatGroupIdentity(group);
        const present = known.get(formatDeploymentKey({ metricsSource: source.slug, identity }));
        return present ? [[identity, present] as const] : [];
      }),
    );
    const naming = nameDeployments(
      sourceDeployments.map(({ group }) => group),
      { namesByIdentity: byIdentity, usedSlugs: taken },
    );
    for (const each of sourceDeployments) {
      const identity = formatGroupIdentity(each.group);
      const names = assertPresent(naming.get(identity), "every group is named");
      taken.add(names.slug);
      const present = byIdentity.get(identity);
      next.push(toRecord(each, { ...names, identity, present, tracesSource: results.tracesSource, atMs }));
    }
  }
  const traced = withTraceServices(next, results.traceServices);
  const present = withEditedSelectorMatches(
    traced,
    snapshot.records,
    results.editedMatches ?? new Map(),
    atMs,
  );
  return [...present, ...newlyMissing(snapshot, present, results, atMs)];
}

/** Returns the stored deployments that are absent although their source responded completely. */
function newlyMissing(
  { records }: DeploymentSnapshot,
  present: readonly DeploymentRecord[],
  { completeSources }: DiscoveryResults,
  atMs: number,
): readonly DeploymentRecord[] {
  const keys = new Set(present.map(formatDeploymentKey));
  return (
    records
      // Rows of the configuration file exist independently of discovery.
      .filter(({ managedBy }) => managedBy !== "file")
      .filter((each) => each.missingSinceMs === null && completeSources.includes(each.metricsSource))
      .filter((each) => !keys.has(formatDeploymentKey(each)))
      .map((each) => ({ ...each, missingSinceMs: atMs }))
  );
}

function groupBySource(
  deployments: readonly DiscoveredDeployment[],
): readonly (readonly DiscoveredDeployment[])[] {
  return [...Map.groupBy(deployments, ({ source }) => source.slug).values()];
}

interface RecordContext {
  readonly identity: string;
  readonly title: string;
  readonly slug: string;
  readonly present: DeploymentRecord | undefined;
  readonly tracesSource: string | null;
  readonly atMs: number;
}

function toRecord(
  discovered: DiscoveredDeployment,
  { title, slug, identity, present, tracesSource, atMs }: RecordContext,
): DeploymentRecord {
  return {
    id: present?.id ?? createUuidV7(),
    slug,
    title,
    model: discovered.group.model === "" ? title : discovered.group.model,
    engine: discovered.group.engine,
    // vLLM does not expose its version in metrics.
    engineVersion: present?.engineVersion ?? null,
    metricsSource: discovered.source.slug,
    tracesSource,
    ...mergePartialResults(discovered, present),
    traceServices: present?.traceServices ?? [],
    // A time window may begin before an upgrade, so former metric names are kept.
    metricNames: [...new Set([...(present?.metricNames ?? []), ...discovered.metricNames])].toSorted(),
    // Former copy labels remain for the same reason.
    copyLabels: [...new Set([...(present?.copyLabels ?? []), ...discovered.group.observedCopyLabels])].filter(
      (label) => discovered.group.distinguishingLabels?.includes(label) !== true,
    ),
    remarks: (discovered.isPartial ? undefined : discovered.group.remarks) ?? present?.remarks ?? [],
    firstSeenAtMs: present?.firstSeenAtMs ?? Math.min(atMs, discovered.group.lastSeenAtMs),
    lastSeenAtMs: Math.max(present?.lastSeenAtMs ?? 0, discovered.group.lastSeenAtMs),
    identity,
    missingSinceMs: null,
    review: present?.review ?? "proposed",
    managedBy: present?.managedBy ?? "discovered",
    edits: present?.edits ?? {},
    teamId: present?.teamId ?? null,
    version: present?.version ?? 1,
    mergedInto: present?.mergedInto ?? null,
  };
}

/** Merges the result of a source that responded partially. Such a result can add servers, but removes none. */
function mergePartialResults(
  { pools, instances, workers = [], attachments, isPartial }: DiscoveredDeployment,
  present: DeploymentRecord | undefined,
): Pick<DeploymentRecord, "pools" | "instances" | "workers" | "attachments"> {
  if (!isPartial || present === undefined)
    return {
      pools: addFormerStackNames(pools, present?.pools ?? []),
      instances,
      workers,
      attachments: attachments ?? present?.attachments ?? [],
    };
  return {
    pools: present.pools,
    instances: [...new Set([...present.instances, ...instances])].toSorted(compareText),
    workers: joinWorkers([...(present.workers ?? []), ...workers]),
    attachments: present.attachments.length > 0 ? present.attachments : (attachments ?? []),
  };
}

function withTraceServices(
  deployments: readonly DeploymentRecord[],
  services: readonly string[] | undefined,
): readonly DeploymentRecord[] {
  if (services === undefined) return deployments;
  const named: readonly NamedDeployment[] = deployments.map((deployment) => ({
    deploymentKey: formatDeploymentKey(deployment),
    names: [
      deployment.title,
      deployment.edits.title ?? deployment.title,
      deployment.slug,
      deployment.model,
      shortenModelName(deployment.model),
    ],
  }));
  const matched = matchTraceServices(services, named);
  return deployments.map((deployment) => {
    // Trace sources drop idle services, so a matched service is kept.
    const found = matched.get(formatDeploymentKey(deployment)) ?? [];
    return found.length === 0 ? deployment : { ...deployment, traceServices: found };
  });
}
