/**
 * Computes deployments as the product uses them: discovered values, overridden by edits or the configuration file,
 * with merged parts combined. Pure.
 */
import type { Attachment, Deployment, LabelSelector, Pool } from "@/lib/model/deployment/deployment";
import type { DeploymentEdits } from "@/lib/model/deployment/deployment-edits";
import { joinWorkers, type StackWorker } from "@/lib/model/deployment/stack-worker";
import type { SourceScope } from "@/lib/model/sources/source-scope";
import type { DiscoveryRemark } from "@/lib/model/deployment/discovery-remark";
import type { DeploymentManager, ReviewState } from "@/lib/model/deployment/deployment-review";
import { compareText } from "./instance-groups";

interface DiscoveryState {
  readonly instances: readonly string[];
  /** Workers of the same stack that expose no metrics of the engine. Absent if there are none. */
  readonly workers?: readonly StackWorker[];
  /** Text that identifies the deployment within its source. */
  readonly identity: string;
  readonly review: ReviewState;
  readonly managedBy: DeploymentManager;
  /** Decisions of discovery that the operator should know. Absent if there are none. */
  readonly remarks?: readonly DiscoveryRemark[];
  /** Time at which the source first responded without this deployment. Null while the deployment is present. */
  readonly missingSinceMs: number | null;
}

/**
 * Deployment as stored: title, pools, attachments and trace services are the discovered values, and edits
 * are separate.
 */
export interface DeploymentRecord extends Deployment, DiscoveryState {
  readonly edits: DeploymentEdits;
  /** Team that may change the deployment. If null, every editor may. */
  readonly teamId: string | null;
  /** Version of the row, which each review increments. */
  readonly version: number;
  /** Id of the deployment that includes this one after a merge. */
  readonly mergedInto: string | null;
}

/** Deployment with its edits and its merged parts applied. */
export interface EffectiveDeployment extends Deployment, DiscoveryState {
  /** Origin of the selectors: a person or the configuration file. Absent if discovery created them. */
  readonly selectedBy?: "person" | "file";
}

/** Deployment with its edits applied, for a caller who may read its sources. */
export interface KnownDeployment extends EffectiveDeployment {
  /** Scope of the caller, which every read of the deployment's sources uses. */
  readonly sourceScope: SourceScope;
}

/** Returns all deployments that are not merged into another one, including hidden ones, in the order of `records`. */
export function listEffectiveDeployments(
  records: readonly DeploymentRecord[],
): readonly EffectiveDeployment[] {
  const parts = Map.groupBy(records, ({ mergedInto }) => mergedInto);
  return records.flatMap((record) =>
    record.mergedInto === null ? [toEffectiveDeployment(record, parts.get(record.id) ?? [])] : [],
  );
}

/** Applies the edits of `record` and adds the deployments that are merged into it. */
export function toEffectiveDeployment(
  record: DeploymentRecord,
  mergedParts: readonly DeploymentRecord[],
): EffectiveDeployment {
  const { edits, version: _version, teamId: _teamId, mergedInto: _mergedInto, ...found } = record;
  const members = [record, ...mergedParts];
  // Instances and metric names of a router belong to a different engine.
  const same = members.filter(({ engine }) => engine === record.engine);
  // The file defines all selectors. Instances, metric names and exporters still come from the merged discovered
  // deployments.
  const isFile = record.managedBy === "file";
  const workers = joinWorkers(same.flatMap((one) => one.workers ?? []));
  const missing = members.map(({ missingSinceMs }) => missingSinceMs).filter((since) => since !== null);
  return {
    ...found,
    title: edits.title ?? record.title,
    pools: joinPools((isFile ? [record] : members).flatMap(findEffectivePools)),
    ...(members.some((one) => one.edits.pools !== undefined)
      ? { selectedBy: isFile ? ("file" as const) : ("person" as const) }
      : {}),
    attachments: isFile
      ? findEffectiveExporterAttachments(record, mergedParts)
      : joinAttachments(members.flatMap((one) => findEffectiveExporterAttachments(one, []))),
    traceServices: edits.traceServices ?? [
      ...new Set(members.flatMap((one) => one.edits.traceServices ?? one.traceServices)),
    ],
    ...(edits.mappings === undefined ? {} : { mappings: edits.mappings }),
    ...(edits.limits === undefined ? {} : { limits: edits.limits }),
    ...(edits.environment === undefined ? {} : { environment: edits.environment }),
    ...(edits.gpuHourPrice === undefined ? {} : { gpuHourPrice: edits.gpuHourPrice }),
    ...(edits.phases === undefined ? {} : { phases: edits.phases }),
    instances: distinctTexts(same.flatMap(({ instances }) => instances)),
    ...(workers.length === 0 ? {} : { workers }),
    metricNames: distinctTexts(same.flatMap(({ metricNames }) => metricNames)),
    copyLabels: distinctTexts(members.flatMap(({ copyLabels }) => copyLabels)),
    firstSeenAtMs: Math.min(...members.map(({ firstSeenAtMs }) => firstSeenAtMs)),
    lastSeenAtMs: Math.max(...members.map(({ lastSeenAtMs }) => lastSeenAtMs)),
    missingSinceMs: missing.length === members.length ? Math.max(...missing) : null,
  };
}

/**
 * Returns the exporters of a deployment: the edited exporters if present, otherwise the discovered exporters. A deployment
 * of the configuration file has the exporters of its merged deployments.
 */
export function findEffectiveExporterAttachments(
  { edits, attachments, managedBy }: Pick<DeploymentRecord, "edits" | "attachments" | "managedBy">,
  mergedParts: readonly DeploymentRecord[],
): readonly Attachment[] {
  const found =
    managedBy === "file"
      ? [attachments, ...mergedParts.map((one) => one.edits.attachments ?? one.attachments)]
      : [attachments];
  return edits.attachments ?? joinAttachments(found.flat());
}

/** Returns the pools of a deployment: the edited pools if present, otherwise the discovered pools. */
export function findEffectivePools({
  edits,
  pools,
}: Pick<DeploymentRecord, "edits" | "pools">): readonly Pool[] {
  const effectivePools = edits.pools ?? pools;
  const { role } = edits;
  return role === undefined ? effectivePools : effectivePools.map(({ selectors }) => ({ role, selectors }));
}

/** Combines the pools with the same role into one pool, in order of first occurrence, without duplicate selectors. */
function joinPools(pools: readonly Pool[]): readonly Pool[] {
  return [...Map.groupBy(pools, ({ role }) => role)].map(([role, same]) => ({
    role,
    selectors: distinctSelectors(same.flatMap(({ selectors }) => selectors)),
  }));
}

function joinAttachments(attachments: readonly Attachment[]): readonly Attachment[] {
  return [...Map.groupBy(attachments, ({ exporter }) => exporter)].map(([exporter, same]) => ({
    exporter,
    selectors: distinctSelectors(same.flatMap(({ selectors }) => selectors)),
  }));
}

function distinctSelectors(selectors: readonly LabelSelector[]): readonly LabelSelector[] {
  const key = (one: LabelSelector): string =>
    JSON.stringify(Object.entries(one).toSorted(([left], [right]) => compareText(left, right)));
  return [...new Map(selectors.map((one) => [key(one), one])).values()];
}

function distinctTexts(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].toSorted();
}
