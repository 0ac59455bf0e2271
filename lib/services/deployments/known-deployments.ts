/**
 * The deployments as this process knows them, so that panels outlive PostgreSQL. Readers get what is in memory at once; the
 * database is asked again behind their backs. Only a process that has never seen any waits for it.
 */
import { engineIds, type EngineId } from "@/lib/model/deployment";
import { parseDeploymentEdits } from "@/lib/model/deployment-edits";
import { deploymentManagers, reviewStates } from "@/lib/model/deployment-review";
import { parseDeploymentShape } from "@/lib/model/deployment-shape";
import { AppError, isAppError } from "@/lib/model/app-error";
import { logger } from "@/lib/server/logger";
import { lastGood, processMemory, type LastGood } from "@/lib/server/memory";
import { nowMs } from "@/lib/server/clock";
import type { Prisma } from "@/lib/server/db/generated/client";
import type { Transaction } from "@/lib/server/with-change";
import { readRows } from "@/lib/server/db/read-rows";
import { singleFlight } from "@/lib/server/single-flight";
import { effectiveDeployments, type DeploymentRecord, type KnownDeployment } from "./effective-deployments";

export type { KnownDeployment } from "./effective-deployments";

export interface DeploymentSnapshot {
  /** Every one on record, those that were merged into others included. */
  readonly records: readonly DeploymentRecord[];
  /** Slugs that are not the present one of any that stands on its own, to the one they mean. */
  readonly aliases: ReadonlyMap<string, string>;
}

export interface KnownDeployments extends DeploymentSnapshot {
  /** Those that stand on their own, as a person wants them; hidden and gone ones included. */
  readonly deployments: readonly KnownDeployment[];
  /** Since when the database has not answered; null while it does. */
  readonly fromMemorySinceMs: number | null;
}

/** A change made elsewhere is seen within this time. */
const freshForMs = 5_000;

function snapshotCache(): LastGood<DeploymentSnapshot> {
  return lastGood<DeploymentSnapshot>("deployments");
}

/** When the database stopped answering, for the screens. */
function outage(): { sinceMs: number | null } {
  return processMemory("deployments-outage", () => ({ sinceMs: null }));
}

/** What is known now. Throws database-unavailable when nothing ever was. */
export async function knownDeployments(): Promise<KnownDeployments> {
  const remembered = snapshotCache().read();
  if (remembered === undefined) await refresh();
  else if (nowMs() - remembered.readAtMs > freshForMs) void refreshQuietly();
  const present = snapshotCache().read();
  if (present === undefined) throw new AppError("database-unavailable", "PostgreSQL does not answer");
  return {
    ...present.value,
    deployments: memoizedEffective(present.value.records),
    fromMemorySinceMs: outage().sinceMs,
  };
}

const effective = new WeakMap<readonly DeploymentRecord[], readonly KnownDeployment[]>();

/** Asked for with every panel; worked out once for each state of the book. */
function memoizedEffective(records: readonly DeploymentRecord[]): readonly KnownDeployment[] {
  const known = effective.get(records) ?? effectiveDeployments(records);
  effective.set(records, known);
  return known;
}

/** Puts a state of the record into memory. */
export function cacheDeployments(state: DeploymentSnapshot): void {
  snapshotCache().write(state, nowMs());
}

/** Found while they could not be written; they outlive readings of a record that does not have them yet. */
function unwritten(): { records: readonly DeploymentRecord[] } {
  return processMemory("deployments-unwritten", () => ({ records: [] }));
}

/** Puts `found` into memory beside what is there, in the place of those they continue. */
export function cacheUnwritten(found: readonly DeploymentRecord[]): void {
  if (found.length === 0) return;
  unwritten().records = [...found];
  const present = cachedDeployments();
  const keys = new Set(found.map(keyOf));
  cacheDeployments({
    ...present,
    records: [...present.records.filter((each) => !keys.has(keyOf(each))), ...found],
  });
}

/** Discovery wrote down all that it saw. */
export function clearUnwritten(): void {
  unwritten().records = [];
}

/** The record as it is after a change, in memory from now on. Throws database-unavailable. */
export async function refreshSnapshot(): Promise<DeploymentSnapshot> {
  const reading = await snapshotCache().renew(async () => withUnwritten(await readSnapshot()), nowMs);
  recordDatabaseAvailability(true);
  return reading;
}

/** The same deployment, whoever wrote it down. */
export function keyOf({
  metricsSource,
  identity,
}: Pick<DeploymentRecord, "metricsSource" | "identity">): string {
  return `${metricsSource} ${identity}`;
}

/** `written` and beside it what was found and could not be written yet. */
export function withUnwritten(written: DeploymentSnapshot): DeploymentSnapshot {
  const keys = new Set(written.records.map(keyOf));
  const missing = unwritten().records.filter((each) => !keys.has(keyOf(each)));
  return missing.length === 0 ? written : { ...written, records: [...written.records, ...missing] };
}

/** What is in memory, without asking anyone. */
export function cachedDeployments(): DeploymentSnapshot {
  return snapshotCache().read()?.value ?? { records: [], aliases: new Map() };
}

/** Notes that the database answered or did not. */
export function recordDatabaseAvailability(isAvailable: boolean): void {
  const state = outage();
  state.sinceMs = isAvailable ? null : (state.sinceMs ?? nowMs());
}

async function refresh(): Promise<void> {
  await singleFlight("deployments", async () => {
    try {
      await refreshSnapshot();
    } catch (error) {
      if (isAppError(error)) recordDatabaseAvailability(false);
      throw error;
    }
  });
}

async function refreshQuietly(): Promise<void> {
  try {
    await refresh();
  } catch (error) {
    logger().debug({ error }, "deployments are read from memory");
  }
}

/** Every deployment on record, in the order of their titles, as a transaction sees them or else the database now. Throws database-unavailable. */
export async function readSnapshot(transaction?: Transaction): Promise<DeploymentSnapshot> {
  const { rows, aliases } = transaction
    ? await readRowsAndAliases(transaction)
    : await readRows(readRowsAndAliases);
  const records = rows.map(toRecord);
  return { records, aliases: aliasesOf(records, aliases) };
}

/** Former slugs, and the slugs of merged ones, to those that stand on their own now. */
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
    // What only a newer release knows is shown as any other.
    review: reviewStates.find((each) => each === row.review) ?? "accepted",
    managedBy: deploymentManagers.find((each) => each === row.managedBy) ?? "person",
    edits: parseDeploymentEdits(row.edits),
    version: row.version,
    mergedInto: row.mergedIntoId,
  };
}

function toEngineId(text: string): EngineId {
  const found = engineIds.find((each) => each === text);
  if (found === undefined) throw new AppError("internal", `unknown engine ${text}`);
  return found;
}
