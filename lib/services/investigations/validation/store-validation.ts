/** Measures and stores a validation. A validation whose goal is met starts its watch. */
import type { WatchedValues } from "@/lib/analysis/validation/judge-watched-window";
import type {
  storeValidationContract,
  validationPreviewContract,
} from "@/lib/contracts/investigations/validations";
import type { Investigation } from "@/lib/contracts/investigations/investigations";
import { listWatchLimits } from "@/lib/analysis/validation/watch-limits";
import { assertPresent } from "@/lib/base/assert";
import { AppError } from "@/lib/model/app-error";
import { validationName } from "@/lib/model/investigation/validation-name";
import type { WindowExpression } from "@/lib/model/time-window";
import { requireTeam } from "@/lib/server/access/team-rights";
import { nowMs } from "@/lib/server/clock";
import { readRows } from "@/lib/server/db/read-rows";
import type { Handler, HandlerInput } from "@/lib/server/handler";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { listJudgedSignals } from "@/lib/services/gates/judged-data";
import { assertUnchanged, changeInvestigation, createRefusalError } from "../change-investigation";
import { isTemporaryFailure } from "../experiments/evaluate-experiment";
import { findInvestigation } from "../find-investigation";
import { readInvestigationRowContext, toInvestigation } from "../investigation-row";
import { measureValidation, type MeasuredValidation } from "./measure-validation";
import { findValidation, withoutReport } from "./validation-row";
import { endWatches, startWatch } from "./watch/change-watch";
import { toWatchReference, type WatchReference } from "./watch/watch-reference";

const maxValidations = 100;
const refusalTitle = "The validation was not stored";

/**
 * Returns the validation as it would be stored now, without storing it. Throws not-found, invalid-input and
 * database-unavailable.
 */
export const previewValidation: Handler<typeof validationPreviewContract> = async (input) => {
  const { params, query, principal, requestId, signal } = input;
  const { from, to, afterFrom, afterTo } = query;
  const context = await readInvestigationRowContext(principal);
  const row = await readRows((database) => findInvestigation(database, params.number, principal));
  const chosen = { before: toWindow(from, to), after: toWindow(afterFrom, afterTo) };
  const investigation = toInvestigation(row, context);
  const { report } = await measureValidation({ row, investigation, chosen, principal, requestId, signal });
  return { asOfMs: nowMs(), report };
};

function toWindow(from: string | undefined, to: string | undefined): WindowExpression | null {
  return from === undefined || to === undefined ? null : { from, to };
}

/**
 * Measures and stores a validation. Throws not-found, forbidden, invalid-input and database-unavailable. Throws conflict if
 * nothing can be measured, or if the investigation changed. If a source does not respond, throws its error and stores
 * nothing, because a stored validation never changes.
 */
export const storeValidation: Handler<typeof storeValidationContract> = async (input) => {
  const { params, principal } = input;
  const { measured, version, round, reference } = await measureRequested(input);
  const { report, window } = measured;
  const request = { principal, number: params.number, changeName: "store-validation" };
  const { asOfMs, value } = await changeInvestigation(request, async (write) => {
    const { transaction, row, asOf } = write;
    assertUnchanged(version, row.version, "version of the properties");
    assertUnchanged(round, row.round, "round");
    const count = await transaction.validation.count({ where: { investigationId: row.id } });
    if (count >= maxValidations)
      throw createRefusalError(
        `The investigation has ${count} validations, which is the limit.`,
        refusalTitle,
      );
    const number = count + 1;
    const { id } = await transaction.validation.create({
      data: {
        investigationId: row.id,
        round,
        number,
        verdict: report.verdict,
        report,
        author: principal.id,
        createdAt: asOf,
      },
      select: { id: true },
    });
    const { verdict, sentence } = report;
    await write.recordTimelineEntry({ kind: "validation", number, verdict, sentence });
    // A validation without a verdict does not show that the effect ended.
    if (verdict !== "cannot-tell")
      await endWatches(
        write,
        verdict === "met"
          ? "A newer validation replaced it."
          : `The goal is not met in the newer validation ${validationName(number)}.`,
      );
    if (reference !== null && window !== null)
      await startWatch(write, number, { validationId: id, window, reference });
    return withoutReport(await findValidation(transaction, id, row.id));
  });
  return { asOfMs, validation: value };
};

/** Measures the validation before the transaction, because reading the sources takes longer than a transaction may. */
async function measureRequested({
  params,
  body,
  principal,
  requestId,
  signal,
}: HandlerInput<typeof storeValidationContract>) {
  const context = await readInvestigationRowContext(principal);
  const row = await readRows((database) => findInvestigation(database, params.number, principal));
  requireTeam(principal, row, "investigation");
  const investigation = toInvestigation(row, context);
  const chosen = body;
  const measured = await measureValidation({ row, investigation, chosen, principal, requestId, signal });
  const { report, failure, window } = measured;
  if (failure !== null && isTemporaryFailure(failure)) throw refuseWithoutData(failure);
  if (window === null) throw createRefusalError(report.obstacle ?? report.sentence, refusalTitle);
  const reference = await createWatchReference(investigation, measured, principal.sourceScope);
  return { measured, version: row.version, round: row.round, reference };
}

function refuseWithoutData({ code, message, retryAfterMs }: AppError): AppError {
  return new AppError(code, message, {
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    userMessage: {
      title: refusalTitle,
      next: "The source did not respond, and a stored validation does not change. Try again.",
    },
  });
}

/** Returns the reference of the watch; null unless the goal is met and each checked deployment can be compared with later windows. */
async function createWatchReference(
  { goal, conditions, deployments }: Investigation,
  { report, references }: MeasuredValidation,
  scope: Parameters<typeof resolveDeployment>[1],
): Promise<WatchReference | null> {
  if (goal === null || report.verdict !== "met" || references.length !== deployments.length) return null;
  const [checked] = report.goalCheck?.deployments ?? [];
  const partOf = (index: number) => assertPresent(checked?.parts[index], "a goal that is met was checked");
  const measured = conditions.flatMap((condition, index) =>
    condition.kind === "signal" ? [[condition, partOf(index + 1)] as const] : [],
  );
  const values: WatchedValues = [goal, ...measured.map(([condition]) => condition)];
  // A relative target has a verdict only for the deployment of the baseline. If it is met, there is only this deployment.
  const limits = listWatchLimits({
    goal: [goal, partOf(0)],
    conditions: measured,
    instanceCount: references[0]?.load.meanInstanceCount ?? null,
  });
  const sides = await Promise.all(
    references.map(async (side) => ({
      side,
      signals: listJudgedSignals(await resolveDeployment(side.deployment.slug, scope), values),
    })),
  );
  return toWatchReference({ values, limits, sides });
}
