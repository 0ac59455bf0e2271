/** Reads the data that a verdict needs: the signals of its window, and the issues of its baseline. Used by gates and goals. */
import type { GateIssues } from "@/lib/analysis/gates/data-issues";
import { engineOfDeployment } from "@/lib/engines";
import type { SignalId } from "@/lib/model/signals/signals";
import { findProvider } from "@/lib/semantic/compile/compile";
import { readRows } from "@/lib/server/db/read-rows";
import type { Reader } from "@/lib/server/principal";
import { findBaselineEntry } from "@/lib/services/baselines/find-baseline";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";

/** Signals that describe the load and the state of the window. They are read in addition to the judged signals. */
const contextSignals: readonly SignalId[] = [
  "requests",
  "ttft",
  "e2e",
  "train-step-time",
  "prompt-length",
  "output-length",
  "prompt-tokens",
  "output-tokens",
  // Requests in flight are part of the arrivals.
  "running",
  "waiting",
  "gpu-throttled",
  "gpu-sm-clock",
];

/** Returns the judged signals, and the signals of load and device state that the deployment provides. */
export function listJudgedSignals(
  deployment: KnownDeployment,
  judged: readonly { readonly signal: SignalId }[],
): readonly SignalId[] {
  const context = {
    engine: engineOfDeployment(deployment),
    deployment,
    scope: { deployment: deployment.slug },
  };
  const provided = contextSignals.filter((id) => findProvider(id, context) !== undefined);
  return [...new Set([...judged.map(({ signal }) => signal), ...provided])];
}

/**
 * Returns the issues of a baseline. An expired baseline prevents a verdict. An imported baseline causes a warning, which
 * contains the id of the person who imported it, because the name may change after the result is stored. Throws not-found
 * and database-unavailable.
 */
export async function findBaselineIssues(id: string, reader: Reader): Promise<GateIssues> {
  const { entry, row } = await readRows((database) => findBaselineEntry(database, id, reader));
  const { isExpired, expiresAtMs, imported } = entry;
  return {
    obstacles:
      isExpired && expiresAtMs !== null ? [{ kind: "expired-baseline", expiredAtMs: expiresAtMs }] : [],
    warnings:
      imported === null
        ? []
        : [{ kind: "imported-baseline", imported: { ...imported, importedBy: row.author } }],
  };
}
