/**
 * Handler of the overview endpoint: one row per deployment, queried in parallel and sorted worst first, and a summary
 * sentence.
 */
import { createScopedKey, type ScopedKey } from "@/lib/model/sources/source-scope";
import type { JudgedRow, OverviewRow, overviewContract } from "@/lib/contracts/overview";
import { isAppError } from "@/lib/model/app-error";
import { isListed } from "@/lib/model/deployment/deployment-review";
import { isLive } from "@/lib/model/time-window";
import { resolveRequestedWindow } from "@/lib/server/requested-window";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import { getLastResults, type LastResults } from "@/lib/server/concurrency/last-results";
import { waitOrReturnPending } from "@/lib/server/concurrency/pending-after";
import { findOrStartPolledWork } from "@/lib/server/concurrency/polled-work";
import type { JoinableWork } from "@/lib/server/concurrency/share";
import { toProblem } from "@/lib/server/http/problem";
import {
  readKnownDeployments,
  type KnownDeployment,
  type KnownDeployments,
} from "@/lib/services/deployments/known-deployments";
import { findRequestLayers } from "@/lib/services/deployments/request-layers";
import { createSeriesKey } from "@/lib/services/deployments/series-key";
import { describeRow, withRequestLayers } from "./describe-row";
import { readOverviewRow } from "./read-row";
import {
  toSourceDownRow,
  toStaleRow,
  createRowWhileSourceDown,
  createSlowSourceRow,
  createSourceDownRow,
} from "./source-down-row";
import { compareSeverity, summariseFleet } from "./summarise-fleet";

/** Rows that are not ready after this time are returned as pending. Their queries continue. */
const waitMs = 1_400;
/** Maximum age of a row that is shown until the next row is ready. */
const previousMs = 60_000;

/**
 * Handles the request for the Overview: one row per deployment, worst first, and a summary. Rows that take
 * too long are pending.
 */
export const readOverview: Handler<typeof overviewContract> = async ({
  query,
  principal,
  requestId,
  signal,
}) => {
  const window = resolveRequestedWindow(query);
  const deployments = selectDeployments(await readKnownDeployments(principal.sourceScope), query.deployment);
  const { from, to } = query;
  const rows = await Promise.all(
    deployments.map(async (deployment): Promise<OverviewRow> => {
      const row = startRowRead(deployment, { from, to });
      const outcome = await waitOrReturnPending(waitMs, row.joinResult, signal);
      switch (outcome.kind) {
        case "done":
          return toSourceDownRow(outcome.value, deployment);
        case "pending":
          // The previous row is returned, which contains the time of its values.
          return (
            createRowWhileSourceDown(deployment, lastRows().get(row.key)) ??
            withElapsedTime(row) ??
            createSlowSourceRow(lastRows().get(row.key), row.elapsedMs()) ?? {
              ...describeRow(deployment),
              state: "pending",
              elapsedMs: row.elapsedMs(),
            }
          );
        case "failed":
          return failedRow(deployment, outcome.error, { lastRow: lastRows().get(row.key), requestId });
      }
    }),
  );
  const layered = withRequestLayers(rows, deployments, findRequestLayers(deployments));
  const context = { window, asOfMs: nowMs(), isPast: !isLive({ from, to }) };
  return summariseFleet(layered.toSorted(compareSeverity), context);
};

/** Returns the previous row with the elapsed time of the read in progress, so that the client soon requests the row again. */
function withElapsedTime({ previousResult, elapsedMs }: JoinableWork<JudgedRow>): JudgedRow | undefined {
  return previousResult && { ...previousResult, elapsedMs: elapsedMs() };
}

interface FailedRead {
  readonly lastRow: JudgedRow | undefined;
  readonly requestId: string;
}

/** Returns the last row with the reason, or a row without values. */
function failedRow(
  deployment: KnownDeployment,
  error: unknown,
  { lastRow, requestId }: FailedRead,
): OverviewRow {
  const row = createSourceDownRow(deployment, error, lastRow);
  if (row !== undefined) return row;
  if (lastRow !== undefined && isAppError(error)) return toStaleRow(lastRow, error.code, error.message);
  return { ...describeRow(deployment), state: "failed", problem: toProblem(error, requestId) };
}

/** Returns all listed deployments, or only the requested one. Empty for an unknown slug. */
function selectDeployments(
  { deployments, aliases }: KnownDeployments,
  slug: string | undefined,
): readonly KnownDeployment[] {
  if (slug === undefined) return deployments.filter((deployment) => isListed(deployment, nowMs()));
  const present = aliases.get(slug) ?? slug;
  return deployments.filter((deployment) => deployment.slug === present);
}

function startRowRead(
  deployment: KnownDeployment,
  window: { readonly from: string; readonly to: string },
): JoinableWork<JudgedRow> & { readonly key: ScopedKey } {
  const key = createScopedKey(deployment.sourceScope, createSeriesKey(deployment), window.from, window.to);
  const work = findOrStartPolledWork({ name: "overview-rows", key, previousMs }, async (signal) => {
    const row = await readOverviewRow(deployment, window, signal);
    if (row.stale === null) lastRows().set(key, row);
    return row;
  });
  return { ...work, key };
}

/** The last complete rows, which stay visible while a source is down. */
const lastRows = (): LastResults<JudgedRow> => getLastResults("overview-last-rows");
