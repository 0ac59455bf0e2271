/**
 * Observes every deployment and stores changes of replicas, flags and versions as events. The observed facts are in
 * the database, so that each change is recorded once, across processes and restarts.
 */
import {
  emptyWatchedFacts,
  parseWatchedFacts,
  type DeploymentFacts,
  type WatchedFacts,
} from "@/lib/model/deployment/deployment-facts";
import { readRows } from "@/lib/server/db/read-rows";
import type { Principal } from "@/lib/server/principal";
import { writeChange, type Transaction } from "@/lib/server/with-change";
import { readKnownDeployments } from "@/lib/services/deployments/known-deployments";
import { recordNotices } from "@/lib/services/deployments/record-notices";
import { compareFacts, haveFactsChanged } from "./compare-facts";
import { readDeploymentFacts } from "./read-deployment-facts";
import { recordEvent } from "./record-event";

/** A deployment without a sample for longer than this time is not queried. */
const maxAbsenceMs = 600_000;

/**
 * Compares the facts of every deployment with those of the previous run and records the changes as events. Returns the
 * number of new events. A source that is down causes no events. Throws database-unavailable.
 */
export async function deriveEvents(principal: Principal, tickMs: number): Promise<number> {
  const { deployments } = await readKnownDeployments(principal.sourceScope);
  const present = deployments.filter(
    ({ lastSeenAtMs, review }) => review !== "hidden" && tickMs - lastSeenAtMs <= maxAbsenceMs,
  );
  const observations = await Promise.all(
    present.map(async (deployment) => ({
      id: deployment.id,
      facts: await readDeploymentFacts(deployment, tickMs),
    })),
  );
  const watched = await readWatched();
  let count = 0;
  for (const { id, facts } of observations) {
    if (facts === undefined) continue;
    const before = watched.get(id) ?? emptyWatchedFacts;
    // Most passes find no change and need no transaction.
    if (!haveFactsChanged(before, compareFacts(before, facts, tickMs))) continue;
    count += await recordFacts(principal, { deploymentId: id, facts, tickMs });
  }
  return count;
}

async function readWatched(): Promise<ReadonlyMap<string, WatchedFacts>> {
  const rows = await readRows((database) => database.deploymentWatch.findMany());
  return new Map(rows.map(({ deploymentId, facts }) => [deploymentId, parseWatchedFacts(facts)]));
}

interface FactsUpdate {
  readonly deploymentId: string;
  readonly facts: DeploymentFacts;
  readonly tickMs: number;
}

async function recordFacts(
  principal: Principal,
  { deploymentId, facts, tickMs }: FactsUpdate,
): Promise<number> {
  return writeChange(principal, `derive-events ${deploymentId}`, async (transaction) => {
    const before = await lockWatched(transaction, deploymentId);
    if (before === undefined) return 0;
    const comparison = compareFacts(before, facts, tickMs);
    if (!haveFactsChanged(before, comparison)) return 0;
    const watched = { facts: JSON.parse(JSON.stringify(comparison.watched)) };
    await transaction.deploymentWatch.upsert({
      where: { deploymentId },
      create: { deploymentId, ...watched },
      update: watched,
    });
    let count = 0;
    for (const { atMs, change } of comparison.changes) {
      const { notice, ...event } = change;
      // If version and metric names change in the same pass, they are two events with different keys.
      const deduplicationKey = `derive-events ${atMs} ${deploymentId} ${event.kind}${notice === undefined ? "" : " names"}`;
      const reference = { atMs, deploymentId, deduplicationKey };
      if (
        notice?.isNoticeOnly !== true &&
        (await recordEvent(transaction, {
          ...event,
          ...reference,
          sourceId: null,
        }))
      )
        count += 1;
      if (notice === undefined) continue;
      const { title, detail } = notice;
      await recordNotices(transaction, [{ kind: "metric-names", title, detail, ...reference }]);
    }
    return count;
  });
}

/**
 * Locks the row of the deployment and returns its watched facts. The row of facts itself cannot be locked, because it does
 * not exist before the first pass. Returns undefined if the deployment is not stored yet.
 */
async function lockWatched(
  transaction: Transaction,
  deploymentId: string,
): Promise<WatchedFacts | undefined> {
  const locked = await transaction.$queryRaw<readonly unknown[]>`
    select 1 from deployments where id = ${deploymentId}::uuid for no key update`;
  if (locked.length === 0) return undefined;
  const row = await transaction.deploymentWatch.findUnique({ where: { deploymentId } });
  return row === null ? emptyWatchedFacts : parseWatchedFacts(row.facts);
}
