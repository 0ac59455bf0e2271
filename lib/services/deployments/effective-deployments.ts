/** Deployments as they are used: what was discovered, under what a person or the file said of it, merged ones as one. Pure. */
import type { Attachment, Deployment, LabelSelector, Pool } from "@/lib/model/deployment";
import type { DeploymentEdits } from "@/lib/model/deployment-edits";
import type { DiscoveryRemark } from "@/lib/model/discovery-remark";
import type { DeploymentManager, ReviewState } from "@/lib/model/deployment-review";
import { compareText } from "../discovery/instance-groups";

interface DiscoveryState {
  readonly instances: readonly string[];
  /** What tells it from all others of its source. */
  readonly identity: string;
  readonly review: ReviewState;
  readonly managedBy: DeploymentManager;
  /** What discovery had to decide; none where it is absent. */
  readonly remarks?: readonly DiscoveryRemark[];
  /** Since when its source answers without it; null while it is there. */
  readonly missingSinceMs: number | null;
}

/** As the database has it: title, pools, attachments and trace services are what was discovered. */
export interface DeploymentRecord extends Deployment, DiscoveryState {
  readonly edits: DeploymentEdits;
  /** Counts reviews. */
  readonly version: number;
  /** Id of the deployment that took its pools. */
  readonly mergedInto: string | null;
}

/** As everything else sees it. */
export interface KnownDeployment extends Deployment, DiscoveryState {
  /** Who wrote its selectors; absent where discovery did. */
  readonly selectedBy?: "person" | "file";
}

/** Those that stand on their own, hidden ones included, in the order of `records`. */
export function effectiveDeployments(records: readonly DeploymentRecord[]): readonly KnownDeployment[] {
  const parts = Map.groupBy(records, ({ mergedInto }) => mergedInto);
  return records.flatMap((record) =>
    record.mergedInto === null ? [effectiveDeployment(record, parts.get(record.id) ?? [])] : [],
  );
}

/** `record` with its edits, and with everything of its `parts`. */
export function effectiveDeployment(
  record: DeploymentRecord,
  parts: readonly DeploymentRecord[],
): KnownDeployment {
  const { edits, version: _version, mergedInto: _mergedInto, ...found } = record;
  const members = [record, ...parts];
  // A router's instances and names are another engine's.
  const same = members.filter(({ engine }) => engine === record.engine);
  // The file names all series itself; what discovery found of them stands beneath it for instances, names and machines.
  const isFile = record.managedBy === "file";
  const missing = members.map(({ missingSinceMs }) => missingSinceMs).filter((since) => since !== null);
  return {
    ...found,
    title: edits.title ?? record.title,
    pools: joinPools((isFile ? [record] : members).flatMap(poolsOf)),
    ...(members.some((one) => one.edits.pools !== undefined)
      ? { selectedBy: isFile ? ("file" as const) : ("person" as const) }
      : {}),
    attachments: isFile
      ? effectiveAttachments(record, parts)
      : joinAttachments(members.flatMap((one) => effectiveAttachments(one, []))),
    traceServices: edits.traceServices ?? [
      ...new Set(members.flatMap((one) => one.edits.traceServices ?? one.traceServices)),
    ],
    ...(edits.mappings === undefined ? {} : { mappings: edits.mappings }),
    ...(edits.phases === undefined ? {} : { phases: edits.phases }),
    instances: distinctTexts(same.flatMap(({ instances }) => instances)),
    metricNames: distinctTexts(same.flatMap(({ metricNames }) => metricNames)),
    copyLabels: distinctTexts(members.flatMap(({ copyLabels }) => copyLabels)),
    firstSeenAtMs: Math.min(...members.map(({ firstSeenAtMs }) => firstSeenAtMs)),
    lastSeenAtMs: Math.max(...members.map(({ lastSeenAtMs }) => lastSeenAtMs)),
    missingSinceMs: missing.length === members.length ? Math.max(...missing) : null,
  };
}

/** The exporters that are `record`'s own, by its own word, or as discovered: of one of the file beneath it. */
export function effectiveAttachments(
  { edits, attachments, managedBy }: Pick<DeploymentRecord, "edits" | "attachments" | "managedBy">,
  parts: readonly DeploymentRecord[],
): readonly Attachment[] {
  const found =
    managedBy === "file"
      ? [attachments, ...parts.map((one) => one.edits.attachments ?? one.attachments)]
      : [attachments];
  return edits.attachments ?? joinAttachments(found.flat());
}

/** The pools that `record` brings, by its own word or as discovered. */
export function poolsOf({ edits, pools }: Pick<DeploymentRecord, "edits" | "pools">): readonly Pool[] {
  const effectivePools = edits.pools ?? pools;
  const { role } = edits;
  return role === undefined ? effectivePools : effectivePools.map(({ selectors }) => ({ role, selectors }));
}

/** One pool for each role, in the order the roles come, every selector once. */
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
