/** Handler of the sources endpoint: health of each source and of the database, and recent version changes. */
import { includesSource, requireReadableSource } from "@/lib/model/sources/source-scope";
import type { Handler, HandlerInput } from "@/lib/server/handler";
import type {
  checkSourceContract,
  SourceRow,
  sourcesContract,
  SourcesResponse,
} from "@/lib/contracts/sources";
import type { ConfiguredSource } from "@/lib/model/sources/source-credentials";
import { isAppError } from "@/lib/model/app-error";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import { nowMs } from "@/lib/server/clock";
import { withTimeLimit } from "@/lib/server/http/time-limit";
import { getLogger } from "@/lib/server/logger";
import { systemPrincipal } from "@/lib/server/principal";
import { allowNextRead } from "@/lib/server/upstream/upstream";
import { listVersionChanges } from "@/lib/services/events/list-version-changes";
import { readDatabaseHealth } from "@/lib/services/installation/database-health";
import { checkSource } from "./check-source";
import { describeClockSkew } from "@/lib/services/sources/clock-skew";
import { describeSourceFix, getSourceHealth } from "@/lib/services/sources/source-health";
import { readSourceNotes, type SourceNotes } from "@/lib/services/sources/source-notes";
import { recordVersion } from "./record-version";
import {
  findConfiguredSource,
  listConfiguredSources,
  getSourceState,
  toSource,
} from "@/lib/services/sources/source-state";

const maxEvents = 20;
/**
 * Time limit for the events. Together with the second for the health, this limit is shorter than the time limit of the
 * endpoint.
 */
const eventsLimitMs = 2_000;

/**
 * Returns the configured sources that the caller may read, with the last check of each, and the health of
 * the database.
 */
export const listSources: Handler<typeof sourcesContract> = async ({ principal }) => {
  const [database, notes] = await Promise.all([readDatabasePart(), readSourceNotes()]);
  return {
    asOfMs: nowMs(),
    sources: listConfiguredSources()
      .filter(({ slug }) => includesSource(principal.sourceScope, slug))
      .map((configured) => toRow(configured, notes)),
    ...database,
  };
};

type DatabasePart = Pick<SourcesResponse, "database" | "events">;

/**
 * Reads the part of the response that depends on the database. A slow database must not delay the state of the sources.
 */
async function readDatabasePart(): Promise<ReadonlyDeep<DatabasePart>> {
  const health = await readDatabaseHealth();
  if (health.kind === "down") return databaseDown(health.detail);
  try {
    const events = await withTimeLimit(eventsLimitMs, undefined, () => listVersionChanges(maxEvents));
    const detail = health.isReadOnly ? "read-only" : null;
    return { database: { state: "up", detail, version: health.version }, events };
  } catch (error) {
    if (!isAppError(error)) throw error;
    const slow = `PostgreSQL did not return the events within ${eventsLimitMs / 1_000} s`;
    return databaseDown(error.code === "timeout" ? slow : error.message);
  }
}

function databaseDown(detail: string): DatabasePart {
  return { database: { state: "down", detail, version: null }, events: [] };
}

/**
 * Checks a source at once for "Try again", regardless of the circuit breaker. Works without the database. A
 * version change during a database outage is stored by the next check.
 */
export async function checkSourceNow({
  params,
  principal,
  requestId,
}: HandlerInput<typeof checkSourceContract>): Promise<{ asOfMs: number; source: SourceRow }> {
  const { slug } = requireReadableSource(params.slug, principal.sourceScope);
  const configured = findConfiguredSource(slug);
  allowNextRead(slug);
  getSourceState(slug).versionQueriedAtMs = null;
  const outcome = await checkSource(slug);
  try {
    await recordVersion(systemPrincipal, { slug, outcome, observedBy: `request ${requestId}` });
  } catch (error) {
    if (!isAppError(error) || error.code !== "database-unavailable") throw error;
    getLogger().debug({ error, source: slug }, "the version change is not stored yet");
  }
  return { asOfMs: nowMs(), source: toRow(configured, await readSourceNotes()) };
}

function toRow(configured: ConfiguredSource, notes: SourceNotes): SourceRow {
  const health = getSourceHealth(configured.slug);
  return {
    ...toSource(configured),
    setBy: configured.setBy,
    health,
    note: notes.get(configured.slug) ?? describeClockSkew(configured),
    fix: health.kind === "down" ? describeSourceFix(configured, health.failure) : null,
  };
}
