/** Handler of the sources endpoint: health of each source and of the database, and recent version changes. */
import { includesSource, readableSource } from "@/lib/model/sources/source-scope";
import type { Handler, HandlerInput } from "@/lib/server/handler";
import type { checkSourceContract, SourceRow, sourcesContract } from "@/lib/contracts/sources";
import type { ConfiguredSource } from "@/lib/model/sources/source-credentials";
import { isAppError } from "@/lib/model/app-error";
import { nowMs } from "@/lib/server/clock";
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

export const listSources: Handler<typeof sourcesContract> = async ({ principal }) => {
  const database = await readDatabaseHealth();
  const notes = await readSourceNotes();
  const isUp = database.kind === "up";
  return {
    asOfMs: nowMs(),
    sources: listConfiguredSources()
      .filter(({ slug }) => includesSource(principal.sourceScope, slug))
      .map((configured) => toRow(configured, notes)),
    database: {
      state: database.kind,
      detail: isUp ? (database.isReadOnly ? "read-only" : null) : database.detail,
      version: isUp ? database.version : null,
    },
    events: isUp ? await listVersionChanges(maxEvents) : [],
  };
};

/**
 * Checks a source at once for "Try again", regardless of the circuit breaker. Works without the database. A
 * version change during a database outage is stored by the next check.
 */
export async function checkSourceNow({
  params,
  principal,
  requestId,
}: HandlerInput<typeof checkSourceContract>): Promise<{ asOfMs: number; source: SourceRow }> {
  const { slug } = readableSource(params.slug, principal.sourceScope);
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
