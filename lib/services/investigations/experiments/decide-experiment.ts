/** Decides on an experiment, and records quality scores. */
import type {
  addExperimentScoreContract,
  decideExperimentContract,
} from "@/lib/contracts/investigations/experiments";
import { AppError } from "@/lib/model/app-error";
import { experimentLimits, type ExperimentPlan } from "@/lib/model/investigation/experiments/experiment";
import { findDecisionError } from "@/lib/model/investigation/experiments/experiment-change";
import { storedScores } from "@/lib/model/investigation/experiments/experiment-schema";
import { requireTeam } from "@/lib/server/access/team-rights";
import { readRows } from "@/lib/server/db/read-rows";
import type { Handler } from "@/lib/server/handler";
import type { Reader } from "@/lib/server/principal";
import { assertUnchanged, changeInvestigation, createRefusalError } from "../change-investigation";
import { findInvestigation } from "../find-investigation";
import { findExperimentInCurrentRound, recordExperimentChange, updateExperiment } from "./change-experiments";
import { evaluateExperiment } from "./evaluate-experiment";
import { findExperiment, parseDecision, parseExperimentState, parsePlan } from "./experiment-row";
import { findBaselineReadFailure } from "./read-baseline-arm";
import { requireReadersOfBaselines } from "./usable-baseline";

const decisionRefusalTitle = "The decision was not recorded";

/**
 * Records the decision together with the result. If an experiment can never be measured, the reason is stored instead of a
 * result. Throws not-found, forbidden, conflict and database-unavailable. If a source does not respond, throws its error
 * and stores nothing, because a stored result never changes.
 */
export const decideExperiment: Handler<typeof decideExperimentContract> = async (input) => {
  const { params, body, principal, requestId, signal } = input;
  // Otherwise, a person could adopt a change with the token of a service account, and then approve it personally.
  if (body.decision === "adopt" && principal.token?.isServiceAccount === true)
    throw new AppError("forbidden", "a service account cannot decide to adopt a change", {
      userMessage: {
        title: "A service account cannot decide to adopt a change",
        next: "Ask an editor of the team to record the decision.",
      },
    });
  const evaluated = await readRows(async (database) => {
    const investigation = await findInvestigation(database, params.number, principal);
    requireTeam(principal, investigation, "investigation");
    return findExperiment(database, params.experimentId, investigation.id);
  });
  await requireReadableBaselines(parsePlan(evaluated), principal);
  // Reading the sources takes longer than a transaction may.
  const { result, failure } = await evaluateExperiment({
    row: evaluated,
    reader: principal,
    requestId,
    signal,
  });
  const request = { principal, number: params.number, changeName: "decide-experiment" };
  const { asOfMs, value } = await changeInvestigation(request, async (write) => {
    const present = await findExperimentInCurrentRound(write, params.experimentId);
    const error = findDecisionError(parseExperimentState(present.state), parseDecision(present.decision));
    if (error !== null) throw createRefusalError(error, "The decision cannot be recorded");
    assertUnchanged(evaluated.version, present.version, "version of the experiment");
    // The result, the timeline and exports then contain numbers of the baseline.
    await requireReadersOfBaselines(write, parsePlan(present).arms, {
      title: decisionRefusalTitle,
      isStarted: true,
    });
    if (failure !== null) throw refuseWithoutResult(failure);
    const { decision, reason } = body;
    await updateExperiment(write, present.id, {
      decision,
      decisionReason: reason,
      decidedBy: principal.id,
      decidedAt: write.asOf,
      result,
    });
    return recordExperimentChange(write, present.id, {
      action: "decided",
      decision,
      reason,
      result: result.sentence,
    });
  });
  return { asOfMs, experiment: value };
};

/** Throws conflict if a baseline exists and the caller may not read it. A deleted baseline is no error, because it is stored as the reason. */
async function requireReadableBaselines({ arms }: ExperimentPlan, reader: Reader): Promise<void> {
  for (const { name, baseline } of arms) {
    const unread = baseline === null ? null : await findBaselineReadFailure(baseline.id, reader);
    if (unread === "hidden")
      throw createRefusalError(
        `A decision is stored together with the result. The baseline of ${name}, which the result needs, is visible only to its team. Ask a member of the team that owns the baseline to decide.`,
        decisionRefusalTitle,
      );
    if (unread === "unreadable")
      throw createRefusalError(
        `A decision is stored together with the result. The baseline of ${name}, which the result needs, cannot be read with your access. Ask a person who can read it to decide.`,
        decisionRefusalTitle,
      );
  }
}

function refuseWithoutResult({ code, message, retryAfterMs }: AppError): AppError {
  return new AppError(code, message, {
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    userMessage: {
      title: decisionRefusalTitle,
      next: "A decision is stored together with the result, which needs data of a source. The source did not respond. Try again.",
    },
  });
}

/**
 * Adds the result of a quality test. Throws not-found, forbidden and database-unavailable. Throws conflict after the
 * decision, and at the maximum number of scores.
 */
export const addExperimentScore: Handler<typeof addExperimentScoreContract> = async (input) => {
  const { params, body, principal } = input;
  const request = { principal, number: params.number, changeName: "add-experiment-score" };
  const { asOfMs, value } = await changeInvestigation(request, async (write) => {
    const present = await findExperimentInCurrentRound(write, params.experimentId);
    const scores = storedScores.parse(present.scores);
    const error =
      present.decision === null
        ? scores.length >= experimentLimits.maxScores
          ? `The experiment has ${scores.length} quality scores, which is the limit.`
          : null
        : "Scores cannot be added after the decision. Add another experiment.";
    if (error !== null) throw createRefusalError(error, "The quality score cannot be added");
    const score = { ...body, author: principal.id, atMs: write.asOf.getTime() };
    await updateExperiment(write, present.id, { scores: [...scores, score] });
    return recordExperimentChange(write, present.id, { action: "scored", score: body });
  });
  return { asOfMs, experiment: value };
};
