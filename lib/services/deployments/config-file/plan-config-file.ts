/** Computes the database changes that apply the configuration file. Pure. */
import { includesSelector } from "@/lib/model/deployment/deployment-review";
import { engineById } from "@/lib/engines";
import type { FileDeployment } from "@/lib/server/config-file/config-file";
import type { DeploymentRecord } from "@/lib/services/deployments/effective-deployments";

/** Deployment of `ridgepoint.yaml`, with the stored deployments that it changes. */
export interface ConfigFileEntry {
  readonly fileDeployment: FileDeployment;
  readonly identity: string;
  /** Stored row of the entry, if any. */
  readonly storedDeployment: DeploymentRecord | undefined;
  /** Discovered deployments that must be merged into the entry, because the entry covers all their series. */
  readonly deploymentsToMerge: readonly DeploymentRecord[];
  /** Merged deployments that must be split off, because the entry no longer covers them. */
  readonly deploymentsToSplitOff: readonly DeploymentRecord[];
}

/** Changes of stored deployments that `ridgepoint.yaml` requires. */
export interface ConfigFilePlan {
  readonly entries: readonly ConfigFileEntry[];
  /** Stored deployments that the file no longer names. */
  readonly removedDeployments: readonly DeploymentRecord[];
}

/**
 * Compares `ridgepoint.yaml` with the stored deployments and returns the required changes. If two entries
 * cover a discovered deployment, the first one includes it.
 */
export function planConfigFile(
  records: readonly DeploymentRecord[],
  fileDeployments: readonly FileDeployment[],
): ConfigFilePlan {
  // If two entries cover a deployment, the first entry gets it.
  const claimed = new Set<string>();
  const entries = fileDeployments.map((one): ConfigFileEntry => {
    const identity = identityOfEntry(one);
    const row = records.find((each) => each.identity === identity && each.metricsSource === one.source);
    const covered = records.filter((each) => each !== row && !claimed.has(each.id) && isCovered(each, one));
    for (const { id } of covered) claimed.add(id);
    return {
      fileDeployment: one,
      identity,
      storedDeployment: row,
      deploymentsToMerge: covered.filter(({ mergedInto }) => row === undefined || mergedInto !== row.id),
      deploymentsToSplitOff: records.filter(
        (each) => row !== undefined && each.mergedInto === row.id && !covered.includes(each),
      ),
    };
  });
  const namedIds = new Set(entries.flatMap(({ storedDeployment }) => storedDeployment?.id ?? []));
  return {
    entries,
    removedDeployments: records.filter(({ id, managedBy }) => managedBy === "file" && !namedIds.has(id)),
  };
}

function identityOfEntry({ slug }: FileDeployment): string {
  return `file ${slug}`;
}

/** Returns true if the entry covers every series of `record`. Router pools cover series of gateways. */
function isCovered(record: DeploymentRecord, wanted: FileDeployment): boolean {
  if (record.managedBy === "file" || record.metricsSource !== wanted.source) return false;
  const isGateway = record.engine !== wanted.engine && engineById(record.engine).role === "gateway";
  if (record.engine !== wanted.engine && !isGateway) return false;
  const named = wanted.pools
    .filter(({ role }) => (role === "router") === isGateway)
    .flatMap(({ selectors }) => selectors);
  const found = record.pools.flatMap(({ selectors }) => selectors);
  return found.length > 0 && found.every((one) => named.some((wide) => includesSelector(wide, one)));
}
