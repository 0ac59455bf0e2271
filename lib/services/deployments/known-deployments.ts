/**
 * In-memory copy of all deployments, so that panels work while PostgreSQL is down. Readers get the cached copy at
 * once and the database is queried in the background. Only the first read of a process waits for the database.
 */
import { memoizePerObject } from "@/lib/base/memoize-per-object";
import { engineIds, type EngineId } from "@/lib/model/deployment/deployment";
import { parseDeploymentEdits } from "@/lib/model/deployment/deployment-edits";
import { deploymentManagers, reviewStates } from "@/lib/model/deployment/deployment-review";
import { parseDeploymentShape } from "@/lib/model/deployment/deployment-shape";
import { AppError, isAppError } from "@/lib/model/app-error";
import { createWorkShare, findOrStart } from "@/lib/server/concurrency/share";
import { getLogger } from "@/lib/server/logger";
import { getLastGoodValue, getProcessState, type LastGoodValue } from "@/lib/server/process-state";
import { nowMs } from "@/lib/server/clock";
import type { Prisma } from "@/lib/server/db/generated/client";
import type { Transaction } from "@/lib/server/with-change";
import { includesSource, type SourceScope } from "@/lib/model/sources/source-scope";
import { readRows } from "@/lib/server/db/read-rows";
import {
  listEffectiveDeployments,
  type DeploymentRecord,
  type KnownDeployment,
} from "./effective-deployments";

export type { KnownDeployment } from "./effective-deployments";

/** All stored deployments at one time. */
export interface DeploymentSnapshot {
  /** All stored deployments, including merged ones. */
  readonly records: readonly DeploymentRecord[];
  /** Former and merged slugs with the current slug of their deployment. */
  readonly aliases: ReadonlyMap<string, string>;
}

/** Deployments that a caller may read. */
export interface KnownDeployments extends DeploymentSnapshot {
  /** Deployments that are not merged into another one, with edits applied. Includes hidden and inactive ones. */
  readonly deployments: readonly KnownDeployment[];
  /** Time since which the database has not responded. Null while it responds. */
  readonly fromMemorySinceMs: number | null;
}

/** Time after which the cached copy is read again. Changes by other processes are visible within this time. */
const freshForMs = 5_000;

function snapshotCache(): LastGoodValue<DeploymentSnapshot> {
  return getLastGoodValue<DeploymentSnapshot>("deployments");
}

/** Returns the state with the time at which the database stopped responding, which the UI shows. */
function getOutage(): { sinceMs: number | null } {
  return getProcessState("deployments-outage", () => ({ sinceMs: null }));
}

/**
 * Returns the deployments whose metrics source is in `scope`, from the cache if the database does not respond. Throws
 * database-unavailable if the deployments were never loaded.
 */
export async function readKnownDeployments(scope: SourceScope): Promise<KnownDeployments> {
  const remembered = snapshotCache().read();
  if (remembered === undefined) await refreshOnce();
  else if (nowMs() - remembered.readAtMs > freshForMs) void refreshQuietly();
  const present = snapshotCache().read();
  if (present === undefined) throw new AppError("database-unavailable", "PostgreSQL does not respond");
  return { ...readableSnapshot(present.value, scope), fromMemorySinceMs: getOutage().sinceMs };
}

type ReadableSnapshot = Omit<KnownDeployments, "fromMemorySinceMs">;

const snapshotsByScope = memoizePerObject(
  (_snapshot: DeploymentSnapshot) => new Map<string, ReadableSnapshot>(),
);

/** Computes the deployments of a scope once per snapshot, because every panel needs them. */
function readableSnapshot(snapshot: DeploymentSnapshot, scope: SourceScope): ReadableSnapshot {
  const byScope = snapshotsByScope(snapshot);
  const computed = byScope.get(scope.key);
  if (computed !== undefined) return computed;
  const records = snapshot.records.filter(({ metricsSource }) => includesSource(scope, metricsSource));
  const slugs = new Set(records.map(({ slug }) => slug));
  const readable: ReadableSnapshot = {
    records,
    aliases: new Map([...snapshot.aliases].filter(([, slug]) => slugs.has(slug))),
    deployments: listEffectiveDeployments(records).map((one) => ({ ...one, sourceScope: scope })),
  };
  byScope.set(scope.key, readable);
  return readable;
}

/** Replaces the cached snapshot. */
export function cacheDeployments(snapshot: DeploymentSnapshot): void {
  snapshotCache().write(snapshot, nowMs());
}

/** Returns the discovered deployments that could not be stored yet. A reload from the database does not remove them. */
function getUnstoredDeployments(): { records: readonly DeploymentRecord[] } {
  return getProcessState("deployments-unstored", () => ({ records: [] }));
}

/** Adds discovered deployments that could not be stored yet to the cache. They replace earlier versions. */
export function cacheUnstoredDeployments(records: readonly DeploymentRecord[]): void {
  if (records.length === 0) return;
  getUnstoredDeployments().records = [...records];
  const present = getCachedDeploymentSnapshot();
  const keys = new Set(records.map(formatDeploymentKey));
  cacheDeployments({
    ...present,
    records: [...present.records.filter((each) => !keys.has(formatDeploymentKey(each))), ...records],
  });
}

/** Returns whether the deployment was discovered but could not be stored yet. */
export function isUnstoredDeployment(id: string): boolean {
  return getUnstoredDeployments().records.some((record) => record.id === id);
}

/**
 * Removes the deployments that could not be stored from the cache, after discovery has stored all
 * deployments.
 */
export function clearUnstoredDeployments(): void {
  getUnstoredDeployments().records = [];
}

/** Reloads the snapshot after a change. Throws database-unavailable. */
export async function refreshDeploymentSnapshot(): Promise<DeploymentSnapshot> {
  const reading = await snapshotCache().refresh(
    async () => withUnstoredDeployments(await readDeploymentSnapshot()),
    nowMs,
  );
  recordDatabaseAvailability(true);
  return reading;
}

/** Returns a key that identifies a deployment across processes. */
export function formatDeploymentKey({
  metricsSource,
  identity,
}: Pick<DeploymentRecord, "metricsSource" | "identity">): string {
  return `${metricsSource} ${identity}`;
}

/** Adds the deployments that could not be stored yet to a snapshot. */
export function withUnstoredDeployments(snapshot: DeploymentSnapshot): DeploymentSnapshot {
  const keys = new Set(snapshot.records.map(formatDeploymentKey));
  const missing = getUnstoredDeployments().records.filter((each) => !keys.has(formatDeploymentKey(each)));
  return missing.length === 0 ? snapshot : { ...snapshot, records: [...snapshot.records, ...missing] };
}

/** Returns the cached snapshot without querying the database. */
export function getCachedDeploymentSnapshot(): DeploymentSnapshot {
  return snapshotCache().read()?.value ?? { records: [], aliases: new Map() };
}

/** Records whether the database responded, for `fromMemorySinceMs`. */
export function recordDatabaseAvailability(isAvailable: boolean): void {
  const state = getOutage();
  state.sinceMs = isAvailable ? null : (state.sinceMs ?? nowMs());
}

function refreshOnce(): Promise<DeploymentSnapshot> {
  const inFlight = getProcessState("deployments-in-flight", () =>
    createWorkShare<DeploymentSnapshot, null, "snapshot">(),
  );
  return findOrStart(inFlight, "snapshot", async () => {
    try {
      return await refreshDeploymentSnapshot();
    } catch (error) {
      if (isAppError(error)) recordDatabaseAvailability(false);
      throw error;
    }
  }).joinResult();
}

async function refreshQuietly(): Promise<void> {
  try {
    await refreshOnce();
  } catch (error) {
    getLogger().debug({ error }, "using cached deployments");
  }
}

/** Reads all stored deployments, ordered by title, in a transaction or directly. Throws database-unavailable. */
export async function readDeploymentSnapshot(transaction?: Transaction): Promise<DeploymentSnapshot> {
  const { rows, aliases } = transaction
    ? await readRowsAndAliases(transaction)
    : await readRows(readRowsAndAliases);
  const records = rows.map(toRecord);
  return { records, aliases: aliasesOf(records, aliases) };
}

/** Maps former slugs and slugs of merged deployments to the current slug. */
function aliasesOf(
  records: readonly DeploymentRecord[],
  former: readonly { readonly slug: string; readonly deploymentId: string }[],
): ReadonlyMap<string, string> {
  const byId = new Map(records.map((record) => [record.id, record]));
  const currentSlugOf = (id: string): string | undefined => {
    const found = byId.get(id);
    return found?.mergedInto === null || found === undefined ? found?.slug : byId.get(found.mergedInto)?.slug;
  };
  const merged = records.filter(({ mergedInto }) => mergedInto !== null);
  return new Map(
    [...former, ...merged.map(({ slug, id }) => ({ slug, deploymentId: id }))].flatMap(
      ({ slug, deploymentId }) => {
        const present = currentSlugOf(deploymentId);
        return present === undefined ? [] : [[slug, present] as const];
      },
    ),
  );
}

const rowQuery = {
  where: { engine: { in: [...engineIds] }, metricsSource: { removedAt: null } },
  orderBy: [{ title: "asc" }, { slug: "asc" }],
  include: {
    metricsSource: { select: { slug: true } },
    tracesSource: { select: { slug: true, removedAt: true } },
  },
} satisfies Prisma.DeploymentFindManyArgs;

type Row = Prisma.DeploymentGetPayload<typeof rowQuery>;

async function readRowsAndAliases(database: Transaction) {
  return {
    rows: await database.deployment.findMany(rowQuery),
    aliases: await database.deploymentAlias.findMany({ select: { slug: true, deploymentId: true } }),
  };
}

function toRecord(row: Row): DeploymentRecord {
  const { version: _version, ...shape } = parseDeploymentShape(row.shape);
  return {
    ...shape,
    id: row.id,
    slug: row.slug,
    title: row.title,
    model: row.model,
    engine: toEngineId(row.engine),
    engineVersion: row.engineVersion,
    metricsSource: row.metricsSource.slug,
    tracesSource: row.tracesSource?.removedAt === null ? row.tracesSource.slug : null,
    firstSeenAtMs: row.firstSeenAt.getTime(),
    lastSeenAtMs: row.lastSeenAt.getTime(),
    identity: row.identity,
    missingSinceMs: row.missingSince?.getTime() ?? null,
    // Unknown values from a newer release are treated as the default.
    review: reviewStates.find((each) => each === row.review) ?? "accepted",
    managedBy: deploymentManagers.find((each) => each === row.managedBy) ?? "person",
    edits: parseDeploymentEdits(row.edits),
    teamId: row.teamId,
    version: row.version,
    mergedInto: row.mergedIntoId,
  };
}

function toEngineId(text: string): EngineId {
  const found = engineIds.find((each) => each === text);
  if (found === undefined) throw new AppError("internal", `unknown engine ${text}`);
  return found;
}
