/** What has to change on record for the configuration file to be in force. Pure. */
import { covers } from "@/lib/model/deployment-review";
import { engineById } from "@/lib/engines";
import type { FileDeployment } from "@/lib/server/config-file";
import type { DeploymentRecord } from "@/lib/services/deployments/effective-deployments";

export interface FileEntry {
  readonly wanted: FileDeployment;
  readonly identity: string;
  /** Its row, if it has one. */
  readonly row: DeploymentRecord | undefined;
  /** Discovered ones whose series are all its own, and that are not its parts yet. */
  readonly joining: readonly DeploymentRecord[];
  /** Parts that it no longer covers. */
  readonly leaving: readonly DeploymentRecord[];
}

export interface FilePlan {
  readonly entries: readonly FileEntry[];
  /** Rows that the file no longer names. */
  readonly dropped: readonly DeploymentRecord[];
}

export function planConfigFile(
  records: readonly DeploymentRecord[],
  wanted: readonly FileDeployment[],
): FilePlan {
  // What two entries name goes to the first.
  const claimed = new Set<string>();
  const entries = wanted.map((one): FileEntry => {
    const identity = identityOfEntry(one);
    const row = records.find((each) => each.identity === identity && each.metricsSource === one.source);
    const own = records.filter((each) => each !== row && !claimed.has(each.id) && isOwn(each, one));
    for (const { id } of own) claimed.add(id);
    return {
      wanted: one,
      identity,
      row,
      joining: own.filter(({ mergedInto }) => row === undefined || mergedInto !== row.id),
      leaving: records.filter(
        (each) => row !== undefined && each.mergedInto === row.id && !own.includes(each),
      ),
    };
  });
  const kept = new Set(entries.flatMap(({ row }) => row?.id ?? []));
  return {
    entries,
    dropped: records.filter(({ id, managedBy }) => managedBy === "file" && !kept.has(id)),
  };
}

function identityOfEntry({ slug }: FileDeployment): string {
  return `file ${slug}`;
}

/** Every series of `record` is one that `wanted` names; a router pool names those of gateways. */
function isOwn(record: DeploymentRecord, wanted: FileDeployment): boolean {
  if (record.managedBy === "file" || record.metricsSource !== wanted.source) return false;
  const isGateway = record.engine !== wanted.engine && engineById(record.engine).role === "gateway";
  if (record.engine !== wanted.engine && !isGateway) return false;
  const named = wanted.pools
    .filter(({ role }) => (role === "router") === isGateway)
    .flatMap(({ selectors }) => selectors);
  const found = record.pools.flatMap(({ selectors }) => selectors);
  return found.length > 0 && found.every((one) => named.some((wide) => covers(wide, one)));
}
