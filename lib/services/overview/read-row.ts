/** One deployment's row: headline readings, the status they add up to and since when, its sentence and its sparklines. */
import type { JudgedRow } from "@/lib/contracts/overview";
import type { DownSince, Reading } from "@/lib/model/reading";
import type { StatusId } from "@/lib/model/status";
import { isLive, type WindowExpression } from "@/lib/model/time-window";
import { targetsOfSelected } from "@/lib/semantic/no-series";
import { atWindowsEnd, deploymentSentence, say } from "@/lib/semantic/sentences";
import {
  isFrozen,
  judgeStatus,
  type StatusEvidence,
  type StatusNumbers,
  type Targets,
} from "@/lib/semantic/status";
import { statusSinceMs } from "@/lib/semantic/status-since";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { describeRow } from "./describe-row";
import { readNumbers } from "./read-status-numbers";
import { readTraining } from "./read-training";
import { askRow, columnOf, only, readingsOf, type RowAnswers } from "./row-answers";

/** Throws AppError when a query cannot be had. */
export async function readRow(
  deployment: KnownDeployment,
  window: WindowExpression,
  signal: AbortSignal,
): Promise<JudgedRow> {
  const asking = { slug: deployment.slug, window, signal };
  const [{ numbers, warnings }, answers, training] = await Promise.all([
    readNumbers(deployment, asking),
    askRow(asking),
    readTraining(deployment, asking),
  ]);
  const readings = readingsOf(answers);
  const judgedBy = { ...numbers, targets: targetsOf(readings, numbers, deployment) };
  const evidence: StatusEvidence = { ...readings, ...judgedBy };
  const judgement = judgeStatus(evidence);
  const isPast = !isLive(window);
  const since = isPast ? undefined : downSinceOf(Object.values(readings));
  const facts = {
    slug: deployment.slug,
    title: deployment.title,
    status: judgement.id,
    isFrozen: isFrozen(evidence),
    trains: numbers.steps !== null,
    readings,
    sourceTrouble: null,
    judgedBy,
    ...(training === undefined ? {} : { training }),
    ...(since === undefined ? {} : { downSince: since }),
    ...(isPast ? { isPast } : {}),
  };
  const all = Object.values(answers);
  return {
    ...describeRow(deployment),
    state: "judged",
    status: {
      id: judgement.id,
      sinceMs: judgement.id === "source-down" ? beginningOf(since) : heldSince(judgement.id, answers),
      holding: [...judgement.holding],
    },
    sentence: [...(isPast ? [say(atWindowsEnd)] : []), ...deploymentSentence(facts)],
    sourceTrouble: null,
    readings,
    sparklines: { ttftP95: only(answers.ttft, "p95"), tpotP95: only(answers.tpot, "p95") },
    asOfMs: Math.min(...all.map(({ asOfMs }) => asOfMs)),
    warnings: [...new Set([...all.flatMap((one) => one.warnings), ...warnings])],
    stale: all.map(({ stale }) => stale).find((one) => one !== null) ?? null,
  };
}

/** Null where it was so before the window begins, or where that is not known. */
function heldSince(id: StatusId, answers: RowAnswers): number | null {
  const { startMs, stepMs, pointCount } = answers.ttft;
  return statusSinceMs(id, {
    grid: { startMs, stepMs, pointCount },
    ttftP95: columnOf(answers.ttft, "p95"),
    tpotMean: columnOf(answers.tpot, "mean"),
    errorRatio: columnOf(answers.errors, "ratio-to-requests"),
    waiting: columnOf(answers.waiting, "value"),
    kvUsage: columnOf(answers["kv-usage"], "value"),
    running: columnOf(answers.running, "value"),
  });
}

/** None, where the readings say that no series fits; a training job has no readings that would. */
function targetsOf(
  readings: JudgedRow["readings"],
  { targets, steps }: StatusNumbers,
  deployment: KnownDeployment,
): Targets {
  const fitsNothing = Object.values(readings).some(
    (one) => one.kind === "absent" && one.reason === "no-series",
  );
  if (fitsNothing) return "none";
  const isUnseen = Object.values(readings).some(
    (one) => one.kind === "absent" && (one.reason === "not-scraped" || one.reason === "no-data"),
  );
  if (targets === "gone" && isUnseen) return "unseen";
  return steps === null ? targets : targetsOfSelected(targets, deployment);
}

/** As the readings that are missing for it tell it; undefined while none is. */
function downSinceOf(readings: readonly Reading[]): DownSince | undefined {
  return readings.flatMap((one) => (one.kind === "absent" ? (one.downSince ?? []) : []))[0];
}

/** Null where it was so before the window begins. */
function beginningOf(since: DownSince | undefined): number | null {
  return since?.kind === "since" ? since.atMs : null;
}
