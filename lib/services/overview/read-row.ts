/** Reads one row: headline values, status and its start, sentence and sparklines. */
import type { JudgedRow } from "@/lib/contracts/overview";
import type { DownSince, Reading } from "@/lib/model/reading";
import { unusualShareMinimum } from "@/lib/analysis/statistics/unusual-share";
import { resolveLimits, type Limits } from "@/lib/model/deployment/limits";
import type { StatusNumbers, TargetState, ExceededUsualRange } from "@/lib/model/status/status-facts";
import { findAffectedScopes, type AffectedScope } from "@/lib/model/status/instance-load";
import { isLive, type WindowExpression } from "@/lib/model/time-window";
import { adjustTargetState } from "@/lib/semantic/absence/no-series";
import { atWindowEndPrefix } from "@/lib/format/sentence";
import { deploymentSentence } from "@/lib/status/deployment-sentence";
import { isFrozen } from "@/lib/status/evidence";
import { chooseJudgedTtft, findExcludedTtftPart } from "@/lib/status/judged-ttft";
import { judgeStatus } from "@/lib/status/judge-status";
import { otherModelSentence } from "@/lib/status/other-model-sentence";
import { textPart } from "@/lib/status/sentence-parts";
import { findStatusStartMs } from "@/lib/status/context/status-since";
import type { PointLimits, StatusEvidence } from "@/lib/status/status-rule";
import type { StatusId } from "@/lib/status/statuses";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { describeRow, toRowStatus } from "./describe-row";
import { queryStatusNumbers } from "./read-status-numbers";
import { readGatewayTtfts } from "./read-gateway-ttft";
import { readUnusualAborts } from "./read-unusual-aborts";
import { readTrainingReadings } from "./read-training";
import { mapPointFields } from "./verdict/point-fields";
import { findProblemStartMs, readProblemFacts, toProblemContext } from "./verdict/read-problem-facts";
import {
  readRowAnswers,
  findValues,
  createSparklineAnswer,
  collectReadings,
  type RowAnswers,
} from "./row-answers";

/**
 * Reads one row of the Overview: readings, status and sparklines of a deployment. Throws AppError if a query
 * fails.
 */
export async function readOverviewRow(
  deployment: KnownDeployment,
  window: WindowExpression,
  signal: AbortSignal,
): Promise<JudgedRow> {
  const { slug, sourceScope } = deployment;
  const request = { deploymentSlug: slug, sourceScope, window, signal };
  const [{ numbers, warnings }, answers, training] = await Promise.all([
    queryStatusNumbers(deployment, request),
    readRowAnswers(request),
    readTrainingReadings(deployment, request),
  ]);
  const readings = collectReadings(answers);
  const isPast = !isLive(window);
  const unusualAborts = await readUnusualAborts(deployment, readings.abortRatio, { isPast, leaving: signal });
  const statusNumbers = { ...numbers, targets: targetsOf(readings, numbers, deployment), unusualAborts };
  const limits = resolveLimits(deployment);
  const excludedPart = findExcludedTtftPart({ ...readings, ...statusNumbers }, deployment.pools);
  const gateways = excludedPart === null ? [] : await readGatewayTtfts(deployment, request);
  const { reading: ttftP95, gateway } = chooseJudgedTtft(readings, { excludedPart, gateways, limits });
  const judgedReadings = { ...readings, ttftP95 };
  const evidence: StatusEvidence = { ...judgedReadings, ...statusNumbers, limits };
  const judgement = judgeStatus(evidence);
  const since = isPast ? undefined : downSinceOf(Object.values(readings));
  const otherModel = otherModelSentence(statusNumbers);
  const facts = {
    slug: deployment.slug,
    title: deployment.title,
    status: judgement.id,
    limits,
    isFrozen: isFrozen(evidence),
    isTraining: numbers.steps !== null,
    readings: judgedReadings,
    sourceError: null,
    statusNumbers,
    ...(gateway === undefined ? {} : { ttftGateway: gateway }),
    ...(training === undefined ? {} : { training }),
    ...(since === undefined ? {} : { downSince: since }),
    ...(isPast ? { isPast } : {}),
    ...(otherModel === undefined ? {} : { presetSentence: otherModel }),
  };
  const answerList = Object.values(answers);
  const scopes = findAffectedScopes(statusNumbers, limits);
  const usualLimits = withUsualAborts(limits, unusualAborts);
  const verdict = await readProblemFacts(deployment, {
    judgement,
    isTraining: facts.isTraining,
    limits: usualLimits,
    scopes,
    ttftSlug: gateway?.slug ?? slug,
    endMs: isPast ? answers.ttft.window.endMs : null,
    downSince: numbers.downInstances?.since ?? null,
    leaveSignal: signal,
  });
  const context = verdict === null ? undefined : toProblemContext(facts, verdict);
  return {
    ...describeRow(deployment),
    state: "judged",
    status: toRowStatus(
      judgement,
      judgement.id === "source-down"
        ? startOf(since)
        : verdict === null
          ? statusStartMs(judgement.id, answers, withFullBatch(usualLimits, scopes))
          : findProblemStartMs(verdict),
    ),
    sentence: [...(isPast ? [textPart(atWindowEndPrefix)] : []), ...deploymentSentence(facts)],
    ...(context === undefined ? {} : { context }),
    sourceError: null,
    readings,
    sparklines: {
      ttftP95: createSparklineAnswer(answers.ttft, "p95"),
      tpotP95: createSparklineAnswer(answers.tpot, "p95"),
    },
    asOfMs: Math.min(...answerList.map(({ asOfMs }) => asOfMs)),
    warnings: [...new Set([...answerList.flatMap((one) => one.warnings), ...warnings])],
    stale: answerList.map(({ stale }) => stale).find((one) => one !== null) ?? null,
  };
}

/** Returns the limits with the full batch size of the only part. With several parts, the history of the deployment cannot show whether a batch was full. */
function withFullBatch(limits: Limits, [part, ...otherParts]: readonly AffectedScope[]): PointLimits {
  return { ...limits, fullBatchSize: otherParts.length === 0 ? (part?.fullBatchSize ?? null) : null };
}

/** Returns the limits with the share of aborts above which it is unusual: the upper limit of its usual range. */
function withUsualAborts(limits: Limits, unusual: ExceededUsualRange | null): Limits {
  if (unusual === null) return limits;
  const fromRatio = Math.max(unusual.usualUpperRatio, unusualShareMinimum.ratio);
  return { ...limits, abortRatio: Math.min(limits.abortRatio, fromRatio) };
}

/**
 * Returns the start of the present status in epoch milliseconds. Null if the status began before the window, or if its
 * start is unknown.
 */
function statusStartMs(id: StatusId, answers: RowAnswers, limits: Limits): number | null {
  const { startMs, stepMs, pointCount } = answers.ttft;
  return findStatusStartMs(id, {
    grid: { startMs, stepMs, pointCount },
    columns: mapPointFields((signal, statistic) => findValues(answers[signal], statistic)),
    limits,
  });
}

/** Returns "none" if the selectors match no series. */
function targetsOf(
  readings: JudgedRow["readings"],
  { targets, steps }: StatusNumbers,
  deployment: KnownDeployment,
): TargetState {
  const fitsNothing = Object.values(readings).some(
    (one) => one.kind === "absent" && one.reason === "no-series",
  );
  if (fitsNothing) return "none";
  const isUnobserved = Object.values(readings).some(
    (one) => one.kind === "absent" && (one.reason === "not-scraped" || one.reason === "no-data"),
  );
  if (targets === "removed" && isUnobserved) return "not-scraped";
  return steps === null ? targets : adjustTargetState(targets, deployment);
}

/** Returns since when the targets are down, according to the missing values. Undefined if they are up. */
function downSinceOf(readings: readonly Reading[]): DownSince | undefined {
  return readings.flatMap((one) => (one.kind === "absent" ? (one.downSince ?? []) : []))[0];
}

/** Returns the start of an outage in epoch milliseconds. Null if the outage began before the window. */
function startOf(since: DownSince | undefined): number | null {
  return since?.kind === "since" ? since.atMs : null;
}
