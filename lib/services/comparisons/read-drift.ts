/**
 * Handler of the drift of a baseline: compares the baseline with the newest hour at the same load. Requests within half a
 * minute share one comparison.
 */
import {
  chooseSearchedHistory,
  findDriftWindow,
  type NoSuitableHour,
} from "@/lib/analysis/baselines/drift-window";
import { toWindowLoad } from "@/lib/analysis/comparisons/compared-load";
import type { BaselineDriftResponse, baselineDriftContract } from "@/lib/contracts/baseline-drift";
import { isAppError } from "@/lib/model/app-error";
import type { MeasuredSide } from "@/lib/model/comparison/measured-side";
import { createScopedKey } from "@/lib/model/sources/source-scope";
import { driftSentence, type DriftFacts } from "@/lib/sentences/baselines/drift-sentence";
import { nowMs } from "@/lib/server/clock";
import { createWorkShare, findOrStart, type WorkShare } from "@/lib/server/concurrency/share";
import { readRows } from "@/lib/server/db/read-rows";
import type { Handler } from "@/lib/server/handler";
import { getProcessState } from "@/lib/server/process-state";
import type { Reader } from "@/lib/server/principal";
import { assertBaselineVisible, findBaselineEntry } from "@/lib/services/baselines/find-baseline";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { readTimeZone } from "@/lib/services/organisation/read-organisation";
import { readHistory } from "@/lib/services/window-spreads/read-history";
import { readAndCompareSides } from "./read-and-compare-sides";
import { readSide } from "./read-side";
import { toResultEntry, toSideEntry } from "./to-response";

const alignmentMs = 60_000;
const retentionMs = 30_000;
const timeLimitMs = 18_000;

const drifts = (): WorkShare<BaselineDriftResponse> =>
  getProcessState("baseline-drifts", () =>
    createWorkShare<BaselineDriftResponse>({
      graceMs: timeLimitMs,
      retentionMs: ({ kind }) => (kind === "done" ? retentionMs : 0),
      previousRetentionMs: 0,
    }),
  );

/**
 * Returns the difference between a baseline and the newest hour with its load. Throws not-found and
 * database-unavailable. Throws conflict for a baseline that is not captured.
 */
export const readDrift: Handler<typeof baselineDriftContract> = async ({ params, principal, signal }) => {
  const id = params.baselineId;
  // Callers of all teams share the comparison, so the rights of each caller are checked first.
  await readRows((database) => assertBaselineVisible(database, id, principal));
  const key = createScopedKey(principal.sourceScope, id, Math.floor(nowMs() / alignmentMs));
  const work = findOrStart(drifts(), key, (leaving) =>
    judgeDrift(id, {
      reader: principal,
      signal: AbortSignal.any([leaving, AbortSignal.timeout(timeLimitMs)]),
    }),
  );
  return work.joinResult(signal);
};

interface DriftRequest {
  readonly reader: Reader;
  readonly signal: AbortSignal;
}

async function judgeDrift(id: string, request: DriftRequest): Promise<BaselineDriftResponse> {
  const { entry } = await readRows((database) => findBaselineEntry(database, id, request.reader));
  const before = await readSide({ kind: "baseline", id }, { role: "before", ...request });
  const asOfMs = nowMs();
  if (entry.deployment === null || before.kind === "unmeasured")
    return toResponse(asOfMs, { kind: "deployment-deleted" });
  try {
    return toResponse(
      asOfMs,
      await compareNewestHour(before.side, { ...request, id, asOfMs, slug: entry.deployment.slug }),
    );
  } catch (error) {
    if (!isAppError(error) || !error.code.startsWith("source-")) throw error;
    return toResponse(asOfMs, {
      kind: "source-failed",
      source: before.side.source,
      detail: error.message,
    });
  }
}

interface HourRequest extends DriftRequest {
  readonly id: string;
  readonly slug: string;
  readonly asOfMs: number;
}

async function compareNewestHour(
  { load, window: baselineWindow }: MeasuredSide,
  { id, slug, asOfMs, reader, signal }: HourRequest,
): Promise<DriftFacts> {
  const deployment = await resolveDeployment(slug, reader.sourceScope);
  const searched = chooseSearchedHistory(baselineWindow, Math.floor(asOfMs / alignmentMs) * alignmentMs);
  if (searched === undefined) return toNoHour({ reason: { kind: "too-early" }, earlierKinds: [] }, 0, false);
  const searchedMs = searched.endMs - searched.startMs;
  const history = await readHistory("requests", {
    deployment,
    scope: { deployment: deployment.slug },
    history: searched,
  });
  const isPerInstance = load.requestsPerSecondPerInstance !== null && history?.instanceCounts !== undefined;
  if (history === null)
    return toNoHour({ reason: { kind: "no-samples" }, earlierKinds: [] }, searchedMs, isPerInstance);
  const { instanceCounts: _instanceCounts, ...inTotal } = history;
  const hour = findDriftWindow(isPerInstance ? history : inTotal, toWindowLoad(load, !isPerInstance));
  if (hour.kind === "none") return toNoHour(hour, searchedMs, isPerInstance);
  const { window } = hour;
  const compared = await readAndCompareSides({
    before: { kind: "baseline", id },
    after: {
      kind: "window",
      deployment: deployment.slug,
      window: { from: String(window.startMs), to: String(window.endMs) },
    },
    statistic: "p95",
    factor: null,
    isStrict: false,
    reader,
    signal,
  });
  const result = compared.comparison === null ? null : toResultEntry(compared.comparison, compared);
  const comparison = {
    before: toSideEntry(compared.before),
    after: toSideEntry(compared.after),
    result,
  };
  return { kind: "compared", comparison, window, asOfMs, timeZone: await readTimeZone() };
}

function toNoHour(
  { reason, earlierKinds }: NoSuitableHour,
  searchedMs: number,
  isPerInstance: boolean,
): DriftFacts {
  return { kind: "no-hour", reason, earlierKinds, searchedMs, isPerInstance };
}

function toResponse(asOfMs: number, facts: DriftFacts): BaselineDriftResponse {
  return {
    asOfMs,
    verdict: facts.kind === "compared" ? (facts.comparison.result?.verdict ?? "cannot-tell") : "cannot-tell",
    window: facts.kind === "compared" ? facts.comparison.after.window : null,
    sentence: driftSentence(facts),
  };
}
