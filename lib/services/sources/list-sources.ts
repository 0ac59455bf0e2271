/** The sources door: every source with its health now, whether the database answers, and the changes of version that were seen. */
import type { Handler, HandlerInput } from "@/lib/server/handler";
import type { checkSourceContract, SourceRow, sourcesContract } from "@/lib/contracts/sources";
import type { ConfiguredSource } from "@/lib/model/source-credentials";
import { nowMs } from "@/lib/server/clock";
import { retryNow } from "@/lib/server/upstream/upstream";
import { listVersionChanges } from "@/lib/services/events/list-version-changes";
import { readDatabaseHealth } from "@/lib/services/health/database-health";
import { checkSource } from "./check-source";
import { fixFor, healthOf } from "./source-health";
import { recordVersion } from "./record-version";
import { configuredSource, configuredSources, toSource } from "./source-state";

const shownEvents = 20;

export const listSources: Handler<typeof sourcesContract> = async () => {
  const database = await readDatabaseHealth();
  const isUp = database.kind === "up";
  return {
    asOfMs: nowMs(),
    sources: configuredSources().map(toRow),
    database: {
      state: database.kind,
      detail: isUp ? (database.isReadOnly ? "read only" : null) : database.detail,
      version: isUp ? database.version : null,
    },
    events: isUp ? await listVersionChanges(shownEvents) : [],
  };
};

/** "Try again": asks the source at once, whatever the breaker's wait. */
export async function checkSourceNow({
  params,
  principal,
  requestId,
}: HandlerInput<typeof checkSourceContract>): Promise<{ asOfMs: number; source: SourceRow }> {
  const configured = configuredSource(params.slug);
  retryNow(params.slug);
  const outcome = await checkSource(params.slug);
  await recordVersion(principal, { slug: params.slug, outcome, seenBy: `request ${requestId}` });
  return { asOfMs: nowMs(), source: toRow(configured) };
}

function toRow(configured: ConfiguredSource): SourceRow {
  const health = healthOf(configured.slug);
  return {
    ...toSource(configured),
    setBy: configured.setBy,
    health,
    fix: health.kind === "down" ? fixFor(configured, health.failure) : null,
  };
}
