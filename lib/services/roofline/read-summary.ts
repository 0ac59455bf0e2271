/**
 * Summarises the roofline of every deployment with instant queries. Deployments are read independently, so a slow one
 * does not delay the others.
 */
import { createScopedKey } from "@/lib/model/sources/source-scope";
import type { RooflineSummaryRow, rooflineSummaryContract } from "@/lib/contracts/roofline/roofline-summary";
import type { PhasePointsResponse, StepSharesResponse } from "@/lib/contracts/roofline/roofline-point";
import { engineOfDeployment } from "@/lib/engines";
import { isListed } from "@/lib/model/deployment/deployment-review";
import { evaluationWindows } from "@/lib/model/status/evaluation-windows";
import { resolveTime } from "@/lib/model/time-window";
import { resolveWindowOfArrivedSamples } from "@/lib/server/requested-window";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import { waitOrReturnPending } from "@/lib/server/concurrency/pending-after";
import { findOrStartPolledWork } from "@/lib/server/concurrency/polled-work";
import { toProblem } from "@/lib/server/http/problem";
import { readKnownDeployments } from "@/lib/services/deployments/known-deployments";
import { createSeriesKey } from "@/lib/services/deployments/series-key";
import type { CurrentPool } from "./current-pool";
import { readCurrentPools } from "./read-current-pools";
import type { CurrentInputs } from "./read-inputs";
import { describeHeadline } from "@/lib/sentences/roofline/describe-headline";
import { resolveRooflineRequest, type RooflineRequest } from "./roofline-request";
import { describeUnavailable } from "@/lib/sentences/roofline/describe-unavailable";
import { readRooflineConfig } from "./roofline-config";

const waitMs = 1_400;

/**
 * Handles the request for a roofline summary of all deployments, one row per serving pool. Throws
 * database-unavailable.
 */
export const readRooflineSummary: Handler<typeof rooflineSummaryContract> = async ({
  query,
  principal,
  requestId,
  signal,
}) => {
  const [{ deployments, aliases }, { choiceByDeploymentId }] = await Promise.all([
    readKnownDeployments(principal.sourceScope),
    readRooflineConfig(),
  ]);
  const timing = fiveMinutesTo(query.to);
  const requestedSlug =
    query.deployment === undefined ? null : (aliases.get(query.deployment) ?? query.deployment);
  const chosen = deployments.filter(
    (deployment) =>
      engineOfDeployment(deployment).role === "engine" &&
      (requestedSlug === null ? isListed(deployment, nowMs()) : deployment.slug === requestedSlug),
  );
  const rows = await Promise.all(
    chosen.map(async (deployment): Promise<readonly RooflineSummaryRow[]> => {
      const about = { slug: deployment.slug, title: deployment.title };
      const version = choiceByDeploymentId.get(deployment.id)?.settingVersion ?? 0;
      const key = createScopedKey(deployment.sourceScope, createSeriesKey(deployment), version, query.to);
      const summary = findOrStartPolledWork({ name: "roofline-summaries", key }, (workSignal) =>
        summariseDeployment({ deployment, ...timing, signal: workSignal }),
      );
      const outcome = await waitOrReturnPending(waitMs, summary.joinResult, signal);
      switch (outcome.kind) {
        case "done":
          return outcome.value.rows;
        case "pending":
          return [{ ...about, state: "pending", elapsedMs: summary.elapsedMs() }];
        case "failed":
          return [{ ...about, state: "failed", problem: toProblem(outcome.error, requestId) }];
      }
    }),
  );
  return { asOfMs: nowMs(), rows: rows.flat() };
};

/** Returns the five minutes that end at `to`. Throws invalid-input for an invalid or future time. */
function fiveMinutesTo(to: string): Pick<RooflineRequest, "window" | "windowExpression"> {
  const startMs = Math.floor(resolveTime(to, nowMs()) ?? 0) - evaluationWindows.headlineWindowMs;
  const expression = { from: to === "now" ? "now-5m" : String(startMs), to };
  return { windowExpression: expression, window: resolveWindowOfArrivedSamples(expression) };
}

interface DeploymentSummary {
  readonly rows: readonly RooflineSummaryRow[];
  readonly stale: CurrentInputs["stale"];
}

async function summariseDeployment(question: RooflineRequest): Promise<DeploymentSummary> {
  const { deployment } = question;
  const { inputs, resolvedSetting, pools } = await readCurrentPools(
    question,
    resolveRooflineRequest(question),
  );
  const about = { slug: deployment.slug, title: deployment.title };
  const rows = pools.map((roofline): RooflineSummaryRow => ({
    ...about,
    state: "available",
    role: roofline.facts.poolInputs.role,
    ...summaryFields(roofline),
  }));
  const { stale } = inputs;
  if (rows.length > 0) return { rows, stale };
  return {
    rows: [{ ...about, state: "unavailable", sentence: describeUnavailable(resolvedSetting, inputs) }],
    stale,
  };
}

function summaryFields({ roofline, period, cacheRemedy }: CurrentPool) {
  const { startMs, endMs, decode, prefill, decodeShares, prefillShares, agreement } = period;
  return {
    startMs,
    endMs,
    decode: phaseOf(decode, decodeShares),
    prefill: phaseOf(prefill, prefillShares),
    agrees: agreement?.agrees ?? null,
    cacheRemedy,
    sentence: describeHeadline({ now: roofline, nowPeriod: period, fullWindow: null, cacheRemedy }).headline,
  };
}

function phaseOf(placement: PhasePointsResponse, shares: StepSharesResponse | null) {
  if (placement.kind !== "available") return null;
  const { busy, step } = placement;
  return {
    mfuRatio: busy.mfuRatio,
    mbuRatio: busy.mbuRatio,
    boundBy: shares?.boundBy ?? null,
    secondBound: shares?.secondBound ?? null,
    ...(shares === null ? {} : { otherSeconds: shares.otherSeconds }),
    judgement: busy.judgement.kind,
    busyRatio: step.busyRatio,
  };
}
