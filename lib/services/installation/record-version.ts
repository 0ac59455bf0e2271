/** Stores the version that a check observed. A change creates one event, even if several processes observe it. */
import type { Principal } from "@/lib/server/principal";
import type { ConfiguredSource } from "@/lib/model/sources/source-credentials";
import { writeChange, type Transaction } from "@/lib/server/with-change";
import { recordEvent } from "@/lib/services/events/record-event";
import { findConfiguredSource, getSourceState, type CheckOutcome } from "@/lib/services/sources/source-state";

/** Outcome of one check of a source, with its observer. */
export interface VersionObservation {
  readonly slug: string;
  readonly outcome: CheckOutcome;
  /** Observer, such as a job and its tick. The same observation creates one event. */
  readonly observedBy: string;
}

/**
 * Stores the version of a source, and an event if the version changed. Returns whether it changed. Throws
 * database-unavailable.
 */
export async function recordVersion(principal: Principal, observation: VersionObservation): Promise<boolean> {
  const { outcome, slug } = observation;
  if (outcome.kind === "down" || outcome.version === null) return false;
  const { version, flavour } = outcome;
  const state = getSourceState(slug);
  // The change may have been observed during a database outage.
  const atMs = (state.version === version ? state.versionSinceMs : null) ?? outcome.atMs;
  return writeChange(principal, `source-version ${slug}`, async (transaction) => {
    const source = findConfiguredSource(slug);
    const [row] = await transaction.$queryRaw<{ id: string; version: string | null }[]>`
      select id::text, version from sources where slug = ${slug} for update`;
    if (row === undefined) return false;
    state.id = row.id;
    if (row.version === version) return false;
    const columns = { version, flavour, versionObservedAt: new Date(atMs) };
    await transaction.source.update({ where: { slug }, data: columns });
    // The first observed version is not a change.
    if (row.version === null) return false;
    await recordChange(transaction, {
      source,
      sourceId: row.id,
      fromVersion: row.version,
      toVersion: version,
      atMs,
      observedBy: observation.observedBy,
    });
    return true;
  });
}

interface RecordedVersionChange {
  readonly source: ConfiguredSource;
  readonly sourceId: string;
  readonly fromVersion: string;
  readonly toVersion: string;
  readonly atMs: number;
  readonly observedBy: string;
}

async function recordChange(transaction: Transaction, change: RecordedVersionChange): Promise<void> {
  const { source, sourceId, fromVersion, toVersion, atMs, observedBy } = change;
  await recordEvent(transaction, {
    kind: "source-version",
    atMs,
    title: `${source.title} changed from ${fromVersion} to ${toVersion}`,
    sourceId,
    deploymentId: null,
    fromValue: fromVersion,
    toValue: toVersion,
    deduplicationKey: `${observedBy} ${source.slug}`,
  });
}
