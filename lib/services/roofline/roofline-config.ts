/**
 * In-memory copy of chosen settings and added rows, so that the roofline works while PostgreSQL is down. Readers get
 * the copy at once while it is refreshed in the background. Only the first read of a process waits for the database.
 */
import { findAuthorName } from "@/lib/server/sessions/author-names";
import { AppError, isAppError } from "@/lib/model/app-error";
import { parseStoredChoice, type StoredChoice } from "@/lib/model/roofline/roofline-choice";
import { nowMs } from "@/lib/server/clock";
import { readRows } from "@/lib/server/db/read-rows";
import type { PrismaClient } from "@/lib/server/db/generated/client";
import { createWorkShare, findOrStart } from "@/lib/server/concurrency/share";
import { getLogger } from "@/lib/server/logger";
import { getLastGoodValue, getProcessState, type LastGoodValue } from "@/lib/server/process-state";
import {
  buildCatalogue,
  parseEntry,
  type AddedEntries,
  type Catalogue,
} from "@/lib/services/roofline/tables/catalogue";

/** Roofline inputs that people chose for a deployment, in their current version. */
export interface CurrentChoice extends StoredChoice {
  /** Version of the setting, incremented with each change. The field `version` is the version of the document format. */
  readonly settingVersion: number;
  readonly author: string;
  readonly atMs: number;
}

/** Roofline settings of all deployments, and all known accelerators and models. */
export interface RooflineConfig {
  /** Current choices by deployment id. */
  readonly choiceByDeploymentId: ReadonlyMap<string, CurrentChoice>;
  readonly addedEntries: AddedEntries;
  /** Built-in entries and `addedEntries`. */
  readonly catalogue: Catalogue;
}

/** Age from which the copy is refreshed. A change by another process becomes visible within this time. */
const maxAgeMs = 5_000;

const cachedConfig = (): LastGoodValue<RooflineConfig> => getLastGoodValue<RooflineConfig>("roofline-book");

/**
 * Returns the roofline settings, accelerators and models from the cache. Throws database-unavailable if they
 * have never been read.
 */
export async function readRooflineConfig(): Promise<RooflineConfig> {
  const cached = cachedConfig().read();
  if (cached === undefined) return refreshConfig();
  if (nowMs() - cached.readAtMs > maxAgeMs) void refreshInBackground();
  return cached.value;
}

/** Reads the roofline settings, accelerators and models again after a change. Throws database-unavailable. */
export function reloadRooflineConfig(): Promise<RooflineConfig> {
  return cachedConfig().refresh(() => readRows(readAll), nowMs);
}

async function refreshConfig(): Promise<RooflineConfig> {
  const inFlight = getProcessState("roofline-config-in-flight", () =>
    createWorkShare<RooflineConfig, null, "config">(),
  );
  await findOrStart(inFlight, "config", reloadRooflineConfig).joinResult();
  const read = cachedConfig().read();
  if (read === undefined) throw new AppError("database-unavailable", "PostgreSQL does not respond");
  return read.value;
}

async function refreshInBackground(): Promise<void> {
  try {
    await refreshConfig();
  } catch (error) {
    // No caller handles errors of this background read, so a thrown error would end the process.
    if (isAppError(error))
      getLogger().debug({ error }, "PostgreSQL is unavailable, so cached roofline settings are used");
    else getLogger().error({ error }, "the roofline settings could not be read again");
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
    author: findAuthorName(row.author),
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
    choiceByDeploymentId: new Map(
      settings.map((row) => [
        row.deploymentId,
        {
          ...parseStoredChoice(row.document),
          settingVersion: row.version,
          author: findAuthorName(row.author),
          atMs: row.createdAt.getTime(),
        },
      ]),
    ),
    addedEntries: added,
    catalogue: buildCatalogue(added),
  };
}
