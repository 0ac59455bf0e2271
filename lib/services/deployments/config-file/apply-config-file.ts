/**
 * Applies the configuration file: its deployments become read-only rows, and discovered deployments with the same
 * series are merged into them. Deployments that the file no longer names become discovered deployments again.
 */
import { traceSourceKinds } from "@/lib/model/sources/source";
import { createHash } from "node:crypto";
import { isAppError } from "@/lib/model/app-error";
import { arePoolsEqual } from "@/lib/model/deployment/deployment-review";
import type { DeploymentShape } from "@/lib/model/deployment/deployment-shape";
import { nowMs } from "@/lib/server/clock";
import type { FileDeployment } from "@/lib/server/config-file/config-file";
import { getLogger } from "@/lib/server/logger";
import { systemPrincipal } from "@/lib/server/principal";
import { writeChange, type Transaction } from "@/lib/server/with-change";
import type { DeploymentRecord } from "@/lib/services/deployments/effective-deployments";
import {
  readDeploymentSnapshot,
  getCachedDeploymentSnapshot,
  refreshDeploymentSnapshot,
  type DeploymentSnapshot,
} from "@/lib/services/deployments/known-deployments";
import { chooseFreeSlug } from "@/lib/services/deployments/name-deployments";
import { lockDeployments } from "@/lib/services/deployments/lock-deployments";
import { recordNotices } from "@/lib/services/deployments/record-notices";
import { readConfigFile, type ConfigFileState } from "./config-file-state";
import {
  linkInvestigationsToDeployment,
  moveDeploymentRecords,
  moveRooflineSettings,
} from "@/lib/services/deployments/move-records";
import { applyMerge, splitOffDeployment } from "@/lib/services/deployments/merge-deployments";
import { planConfigFile, type ConfigFileEntry } from "./plan-config-file";
import { renameSlug } from "@/lib/services/deployments/rename-slug";

/**
 * Writes the deployments of the current `ridgepoint.yaml` to the database. Never throws for an invalid file
 * or an unavailable database.
 */
export async function applyConfigFile(): Promise<void> {
  const file = readConfigFile();
  const { records } = getCachedDeploymentSnapshot();
  const isNamed = file.deployments.length > 0 || file.error !== null;
  if (!isNamed && !records.some(({ managedBy }) => managedBy === "file")) return;
  try {
    await writeChange(systemPrincipal, "apply-config-file", async (transaction) => {
      await lockDeployments(transaction);
      await applyAll(transaction, file);
      return null;
    });
    await refreshDeploymentSnapshot();
  } catch (error) {
    if (!isAppError(error)) throw error;
    getLogger().debug({ error }, "the configuration file will be applied when the database responds");
  }
}

async function applyAll(transaction: Transaction, file: ConfigFileState): Promise<void> {
  const snapshot = await readDeploymentSnapshot(transaction);
  const plan = planConfigFile(snapshot.records, file.deployments);
  for (const row of plan.removedDeployments) await removeRow(transaction, row, snapshot);
  for (const entry of plan.entries) await applyEntry(transaction, entry);
  await recordFileNotice(transaction, file.error);
}

async function applyEntry(transaction: Transaction, entry: ConfigFileEntry): Promise<void> {
  const { fileDeployment, storedDeployment, deploymentsToMerge, deploymentsToSplitOff } = entry;
  const slug = await claimSlug(transaction, fileDeployment.slug, storedDeployment);
  const id = await saveRow(transaction, entry, slug);
  const snapshot = await readDeploymentSnapshot(transaction);
  for (const part of deploymentsToSplitOff) await releasePart(transaction, part);
  for (const part of deploymentsToMerge) {
    const present = snapshot.records.find((one) => one.id === part.id) ?? part;
    await applyMerge(transaction, { part: present, target: { id }, snapshot });
    await inheritTeam(transaction, id, present);
  }
}

/** Reserves the slug of a file entry. A discovered deployment with this slug gets a different one. */
async function claimSlug(
  transaction: Transaction,
  slug: string,
  row: DeploymentRecord | undefined,
): Promise<string> {
  if (row?.slug === slug) return slug;
  const { records, aliases } = await readDeploymentSnapshot(transaction);
  const holder = records.find((one) => one.slug === slug);
  if (holder !== undefined) {
    const taken = new Set([...records.map((one) => one.slug), ...aliases.keys()]);
    const data = { slug: chooseFreeSlug(`${slug}-discovered`, taken) };
    await transaction.deployment.update({ where: { id: holder.id }, data });
  }
  await transaction.deploymentAlias.deleteMany({ where: { slug } });
  return slug;
}

async function saveRow(transaction: Transaction, entry: ConfigFileEntry, slug: string): Promise<string> {
  const { fileDeployment, identity, storedDeployment } = entry;
  const { id: metricsSourceId } = await transaction.source.findUniqueOrThrow({
    where: { slug: fileDeployment.source },
    select: { id: true },
  });
  const traces = await transaction.source.findFirst({
    where: { kind: { in: [...traceSourceKinds] }, removedAt: null },
    select: { id: true },
  });
  const fileColumns = {
    slug,
    title: fileDeployment.title,
    model: fileDeployment.model,
    engine: fileDeployment.engine,
    review: fileDeployment.isHidden ? "hidden" : "accepted",
    managedBy: "file",
    edits: JSON.parse(JSON.stringify({ version: 1, ...editsOf(fileDeployment) })),
    tracesSourceId: traces?.id ?? null,
  };
  const at = new Date(nowMs());
  // Discovery stores servers and metric names in `shape`. The pools come from `edits`.
  const shape = JSON.parse(JSON.stringify(shapeOf(fileDeployment)));
  // PostgreSQL reorders JSON keys, so the stored text cannot be compared with the file.
  const havePoolsChanged =
    storedDeployment !== undefined &&
    !arePoolsEqual(storedDeployment.edits.pools ?? [], fileDeployment.pools);
  const saved = await transaction.deployment.upsert({
    where: { metricsSourceId_identity: { metricsSourceId, identity } },
    create: {
      ...fileColumns,
      identity,
      metricsSourceId,
      firstSeenAt: at,
      lastSeenAt: at,
      shape,
    },
    // Servers and metric names that the old selectors found do not apply to the new selectors.
    update: havePoolsChanged ? { ...fileColumns, shape } : fileColumns,
    select: { id: true },
  });
  if (havePoolsChanged)
    await transaction.deploymentWatch.deleteMany({ where: { deploymentId: storedDeployment.id } });
  return saved.id;
}

function editsOf({
  pools,
  attachments,
  traceServices,
  mappings,
  phases,
  limits,
  environment,
  gpuHourPrice,
}: FileDeployment) {
  return { pools, attachments, traceServices, mappings, phases, limits, environment, gpuHourPrice };
}

function shapeOf({ pools }: FileDeployment): DeploymentShape {
  return {
    version: 2,
    pools,
    instances: [],
    traceServices: [],
    attachments: [],
    metricNames: [],
    copyLabels: [],
    remarks: [],
    workers: [],
  };
}

/** Gives the stored team to a row without a team, so that the team stays the same when the file starts or stops defining a deployment. */
async function inheritTeam(
  transaction: Transaction,
  id: string,
  { teamId }: Pick<DeploymentRecord, "teamId">,
): Promise<void> {
  if (teamId === null) return;
  await transaction.deployment.updateMany({ where: { id, teamId: null }, data: { teamId } });
}

async function releasePart(transaction: Transaction, part: DeploymentRecord): Promise<void> {
  await splitOffDeployment(transaction, part);
  const snapshot = await readDeploymentSnapshot(transaction);
  const slug = await renameSlug(transaction, snapshot, part, part.edits.title ?? part.title);
  await transaction.deployment.update({ where: { id: part.id }, data: { slug } });
}

/**
 * Removes the row of a deployment that the file no longer defines. Its merged parts become separate deployments again, and
 * the first part gets the events, baselines, gate runs, investigations, roofline settings and links. A row without parts
 * is hidden instead, so that no data are lost.
 */
async function removeRow(
  transaction: Transaction,
  row: DeploymentRecord,
  snapshot: DeploymentSnapshot,
): Promise<void> {
  const parts = snapshot.records.filter(({ mergedInto }) => mergedInto === row.id);
  const [heir] = parts;
  if (heir === undefined) {
    const data = { managedBy: "person", review: "hidden" };
    await transaction.deployment.update({ where: { id: row.id }, data });
    return;
  }
  await moveDeploymentRecords(transaction, row.id, heir.id);
  await linkInvestigationsToDeployment(transaction, row.id, heir.id);
  await moveRooflineSettings(transaction, row.id, heir.id);
  for (const part of parts) {
    await splitOffDeployment(transaction, part);
    await inheritTeam(transaction, part.id, row);
  }
  await transaction.deploymentAlias.updateMany({
    where: { deploymentId: row.id },
    data: { deploymentId: heir.id },
  });
  await transaction.deployment.delete({ where: { id: row.id } });
  for (const part of parts) await releasePart(transaction, { ...part, mergedInto: null });
  const { records, aliases } = await readDeploymentSnapshot(transaction);
  if (records.some(({ slug }) => slug === row.slug) || aliases.has(row.slug)) return;
  await transaction.deploymentAlias.create({ data: { slug: row.slug, deploymentId: heir.id } });
}

const kind = "config-file";

/** Creates one notice per error and dismisses it when the file is valid again. */
async function recordFileNotice(transaction: Transaction, message: string | null): Promise<void> {
  const deduplicationKey =
    message === null ? null : `${kind} ${createHash("sha256").update(message).digest("hex")}`;
  await transaction.notice.updateMany({
    where: {
      kind,
      dismissedAt: null,
      ...(deduplicationKey === null ? {} : { deduplicationKey: { not: deduplicationKey } }),
    },
    data: { dismissedAt: new Date(nowMs()), dismissedBy: systemPrincipal.id },
  });
  if (message === null || deduplicationKey === null) return;
  // An error that occurs again is shown again, unless a user dismissed it.
  await transaction.notice.updateMany({
    where: { deduplicationKey, dismissedBy: systemPrincipal.id },
    data: { dismissedAt: null, dismissedBy: null, at: new Date(nowMs()) },
  });
  await recordNotices(transaction, [
    {
      kind,
      atMs: nowMs(),
      title: "The configuration file is invalid. The last valid version stays active.",
      detail: message,
      deploymentId: null,
      deduplicationKey,
    },
  ]);
}
