/**
 * What people said for the roofline, as this process knows it, so that the room outlives PostgreSQL: readers get what is in memory at
 * once, the database is asked again behind their backs. Only a process that has never read it waits for it.
 */
import { AppError, isAppError } from "@/lib/model/app-error";
import { parseStoredChoice, type StoredChoice } from "@/lib/model/roofline-choice";
import { nowMs } from "@/lib/server/clock";
import { readRows } from "@/lib/server/db/read-rows";
import type { PrismaClient } from "@/lib/server/db/generated/client";
import { logger } from "@/lib/server/logger";
import { lastGood, type LastGood } from "@/lib/server/memory";
import { singleFlight } from "@/lib/server/single-flight";
import { buildCatalogue, parseEntry, type AddedEntries, type Catalogue } from "./catalogue";

export interface CurrentChoice extends StoredChoice {
  /** Of the setting; the document's own is its form. */
  readonly settingVersion: number;
  readonly author: string;
  readonly atMs: number;
}

export interface RooflineConfig {
  /** By the deployment's id. */
  readonly choices: ReadonlyMap<string, CurrentChoice>;
  readonly added: AddedEntries;
  readonly catalogue: Catalogue;
}

/** A change made elsewhere is seen within this time. */
const maxAgeMs = 5_000;

const cachedConfig = (): LastGood<RooflineConfig> => lastGood<RooflineConfig>("roofline-book");

/** Throws database-unavailable when nothing was ever read. */
export async function rooflineConfig(): Promise<RooflineConfig> {
  const cached = cachedConfig().read();
  if (cached === undefined) return refresh();
  if (nowMs() - cached.readAtMs > maxAgeMs) void refreshInBackground();
  return cached.value;
}

/** As it is after a change, in memory from now on. Throws database-unavailable. */
export function reloadRooflineConfig(): Promise<RooflineConfig> {
  return cachedConfig().renew(() => readRows(readAll), nowMs);
}

async function refresh(): Promise<RooflineConfig> {
  await singleFlight("roofline-book", reloadRooflineConfig);
  const read = cachedConfig().read();
  if (read === undefined) throw new AppError("database-unavailable", "PostgreSQL does not answer");
  return read.value;
}

async function refreshInBackground(): Promise<void> {
  try {
    await refresh();
  } catch (error) {
    if (!isAppError(error)) throw error;
    logger().debug({ error }, "roofline settings are read from memory");
  }
}

async function readAll(database: PrismaClient): Promise<RooflineConfig> {
  const [settings, entries] = await Promise.all([
    database.rooflineSetting.findMany({
      distinct: ["deploymentId"],
      orderBy: [{ deploymentId: "asc" }, { version: "desc" }],
    }),
    database.catalogueEntry.findMany({
      distinct: ["kind", "entryId"],
      orderBy: [{ kind: "asc" }, { entryId: "asc" }, { version: "desc" }],
    }),
  ]);
  const versionOf = (row: (typeof entries)[number]) => ({
    id: row.entryId,
    version: row.version,
    isRetired: row.isRetired,
    author: row.author,
    atMs: row.createdAt.getTime(),
  });
  const entriesOf = (kind: string) => entries.filter((row) => row.kind === kind);
  const added: AddedEntries = {
    accelerators: entriesOf("accelerator").map((row) => ({
      ...versionOf(row),
      document: parseEntry("accelerator", row.document),
    })),
    models: entriesOf("model").map((row) => ({
      ...versionOf(row),
      document: parseEntry("model", row.document),
    })),
  };
  return {
    choices: new Map(
      settings.map((row) => [
        row.deploymentId,
        {
          ...parseStoredChoice(row.document),
          settingVersion: row.version,
          author: row.author,
          atMs: row.createdAt.getTime(),
        },
      ]),
    ),
    added,
    catalogue: buildCatalogue(added),
  };
}
