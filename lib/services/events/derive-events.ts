/**
 * Looks at every deployment and writes down what changed since the looks before: replicas, flags, version. What was seen is
 * kept in the database, so that several processes, and one that was away, tell each change once.
 */
import {
  nothingSeen,
  parseWatchedFacts,
  type DeploymentFacts,
  type WatchedFacts,
} from "@/lib/model/deployment-facts";
import { readRows } from "@/lib/server/db/read-rows";
import type { Principal } from "@/lib/server/principal";
import { withChange, type Transaction } from "@/lib/server/with-change";
import { knownDeployments } from "@/lib/services/deployments/known-deployments";
import { recordNotices } from "@/lib/services/notices/record-notices";
import { compareFacts, isNews } from "./compare-facts";
import { lookAtDeployment } from "./look-at-deployment";
import { recordEvent } from "./record-event";

/** One that served nobody for longer has nothing to look at, and would be asked for in vain every minute. */
const lookedAtForMs = 600_000;

/** The number of new events of the look at `tickMs`. Throws database-unavailable; a source that is down decides nothing. */
export async function deriveEvents(principal: Principal, tickMs: number): Promise<number> {
  const { deployments } = await knownDeployments();
  const present = deployments.filter(
    ({ lastSeenAtMs, review }) => review !== "hidden" && tickMs - lastSeenAtMs <= lookedAtForMs,
  );
  const looks = await Promise.all(
    present.map(async (deployment) => ({
      id: deployment.id,
      facts: await lookAtDeployment(deployment, tickMs),
    })),
  );
  const watched = await readWatched();
  let count = 0;
  for (const { id, facts } of looks) {
    if (facts === undefined) continue;
    const before = watched.get(id) ?? nothingSeen;
    // Most looks teach nothing; they need no transaction.
    if (!isNews(before, compareFacts(before, facts, tickMs))) continue;
    count += await noteLook(principal, { deploymentId: id, facts, tickMs });
  }
  return count;
}

async function readWatched(): Promise<ReadonlyMap<string, WatchedFacts>> {
  const rows = await readRows((database) => database.deploymentWatch.findMany());
  return new Map(rows.map(({ deploymentId, seen }) => [deploymentId, parseWatchedFacts(seen)]));
}

interface Look {
  readonly deploymentId: string;
  readonly facts: DeploymentFacts;
  readonly tickMs: number;
}

async function noteLook(principal: Principal, { deploymentId, facts, tickMs }: Look): Promise<number> {
  return withChange(principal, `derive-events ${deploymentId}`, async (transaction) => {
    const before = await lockWatched(transaction, deploymentId);
    if (before === undefined) return 0;
    const comparison = compareFacts(before, facts, tickMs);
    if (!isNews(before, comparison)) return 0;
    const seen = JSON.parse(JSON.stringify(comparison.watched));
    await transaction.deploymentWatch.upsert({
      where: { deploymentId },
      create: { deploymentId, seen },
      update: { seen },
    });
    let count = 0;
    for (const { atMs, described } of comparison.changes) {
      const { notice, ...told } = described;
      // Version and names may change in one look, and are two events.
      const derivedFrom = `derive-events ${atMs} ${deploymentId} ${told.kind}${notice === undefined ? "" : " names"}`;
      const place = { atMs, deploymentId, derivedFrom };
      if (notice?.isAlone !== true && (await recordEvent(transaction, { ...told, ...place, sourceId: null })))
        count += 1;
      if (notice === undefined) continue;
      const { title, detail } = notice;
      await recordNotices(transaction, [{ kind: "metric-names", title, detail, ...place }]);
    }
    return count;
  });
}

/** The deployment's row is the lock, since the first look has no row of its own; undefined when it is not written down yet. */
async function lockWatched(
  transaction: Transaction,
  deploymentId: string,
): Promise<WatchedFacts | undefined> {
  const locked = await transaction.$queryRaw<readonly unknown[]>`
    select 1 from deployments where id = ${deploymentId}::uuid for no key update`;
  if (locked.length === 0) return undefined;
  const row = await transaction.deploymentWatch.findUnique({ where: { deploymentId } });
  return row === null ? nothingSeen : parseWatchedFacts(row.seen);
}
