/** Adds and edits the experiments of an investigation. */
import type {
  addExperimentContract,
  editExperimentContract,
  RequestedArms,
} from "@/lib/contracts/investigations/experiments";
import { AppError } from "@/lib/model/app-error";
import {
  experimentKindTitles,
  experimentLimits,
  factorText,
  type ExperimentArms,
  type ExperimentPlan,
} from "@/lib/model/investigation/experiments/experiment";
import { findEditError, findPlanError } from "@/lib/model/investigation/experiments/experiment-change";
import { mergeMeasures } from "@/lib/model/investigation/experiments/merge-measures";
import { findHookPlanError } from "@/lib/model/investigation/experiments/rollback-hook";
import { timelinePayload } from "@/lib/model/investigation/timeline-payload";
import { findRoundObstacle } from "@/lib/model/investigation/step-change";
import { readRows } from "@/lib/server/db/read-rows";
import type { Prisma } from "@/lib/server/db/generated/client";
import type { Handler } from "@/lib/server/handler";
import { assertVersion } from "@/lib/server/route";
import { changeInvestigation, createRefusalError, type InvestigationChange } from "../change-investigation";
import { findInvestigationId } from "../find-investigation";
import {
  findExperiment,
  parseExperimentState,
  parsePlan,
  toExperiment,
  type ExperimentRow,
} from "./experiment-row";
import { planRefusalTitle, resolveArms } from "./resolve-arms";
import { findHiddenBaselines } from "./hidden-baselines";
import { requireReadersOfBaselines } from "./usable-baseline";

/**
 * Adds a planned experiment. Throws not-found, forbidden and database-unavailable. Throws conflict for a plan that cannot
 * be measured, and at the maximum number of experiments.
 */
export const addExperiment: Handler<typeof addExperimentContract> = async ({ params, body, principal }) => {
  const request = { principal, number: params.number, changeName: "add-experiment" };
  const arms = await resolveArms(body.arms, { reader: principal, present: null });
  const { asOfMs, value } = await changeInvestigation(request, async (write) => {
    const { transaction, row, asOf } = write;
    const { kind, factor, measures } = body;
    assertDeployments(write, arms);
    requirePlan(findPlanError({ kind, factor, arms, measures }));
    await requireReadersOfBaselines(write, arms, { title: planRefusalTitle, isStarted: false });
    await assertHypothesis(write, body.hypothesisId);
    await assertHook(write, body, measures);
    const where = { investigationId: row.id };
    const { _max: last, _count: count } = await transaction.experiment.aggregate({
      where,
      _max: { number: true },
      _count: true,
    });
    if (count >= experimentLimits.maxExperiments)
      throw createRefusalError(
        `The investigation has ${count} experiments, which is the limit.`,
        "There are too many experiments",
      );
    const { id } = await transaction.experiment.create({
      data: {
        ...where,
        ...body,
        arms: armsToJson(arms),
        round: row.round,
        number: Math.max(last.number ?? 0, await findLastRemoved(write)) + 1,
        author: principal.id,
        createdAt: asOf,
      },
      select: { id: true },
    });
    return recordExperimentChange(write, id, { action: "added" });
  });
  return { asOfMs, experiment: value };
};

/** Returns the largest number of a deleted experiment; 0 without one. Its number is not reused, because the timeline names it. */
async function findLastRemoved({ transaction, row }: InvestigationChange): Promise<number> {
  const entries = await transaction.timelineEntry.findMany({
    where: {
      investigationId: row.id,
      kind: "experiment",
      payload: { path: ["action"], equals: "removed" },
    },
    select: { payload: true },
  });
  return Math.max(
    0,
    ...entries.map(({ payload }) => {
      const parsed = timelinePayload.parse(payload);
      return parsed.kind === "experiment" ? parsed.number : 0;
    }),
  );
}

/**
 * Changes the plan of an experiment. Throws not-found, forbidden, precondition-failed and database-unavailable. Throws
 * conflict for a plan that may not change.
 */
export const editExperiment: Handler<typeof editExperimentContract> = async (input) => {
  const { params, body, principal, expectedVersion } = input;
  const request = { principal, number: params.number, changeName: "edit-experiment" };
  const requestedArms = body.arms === undefined ? null : await resolveEditedArms(body.arms, input);
  const { asOfMs, value } = await changeInvestigation(request, async (write) => {
    const present = await findExperimentInCurrentRound(write, params.experimentId);
    assertVersion(String(present.version), expectedVersion);
    const plan = parsePlan(present);
    const { kind = plan.kind, factor = plan.factor } = body;
    const arms = requestedArms ?? plan.arms;
    const { hypothesisId = present.hypothesisId } = body;
    const measures = mergeMeasures(plan.measures, body.measures ?? {});
    if (requestedArms !== null) {
      assertDeployments(write, arms);
      await requireReadersOfBaselines(write, arms, { title: planRefusalTitle, isStarted: false });
    }
    const edited = { kind, hypothesisId, factor, arms, measures };
    const state = parseExperimentState(present.state);
    requirePlan(findEditError(state, { ...plan, hypothesisId: present.hypothesisId }, edited));
    await assertHypothesis(write, body.hypothesisId);
    const { rollbackHookId = present.rollbackHookId, hookFiresOnGuard = present.hookFiresOnGuard } = body;
    const hook = { rollbackHookId, hookFiresOnGuard };
    await assertHook(write, hook, measures);
    await updateExperiment(write, present.id, {
      kind,
      factor: { ...factor },
      arms: armsToJson(arms),
      measures: {
        ...measures,
        primary: { ...measures.primary },
        guards: measures.guards.map((guard) => ({ ...guard })),
      },
      hypothesisId,
      ...hook,
      ...(body.rollbackPlan === undefined ? {} : { rollbackPlan: body.rollbackPlan }),
    });
    return recordExperimentChange(write, present.id, { action: "edited" });
  });
  return { asOfMs, experiment: value };
};

/** Returns the arms of an edit. A baseline that the plan already contains is accepted even if it was deleted. */
async function resolveEditedArms(
  arms: RequestedArms,
  { params, principal }: Pick<Parameters<typeof editExperiment>[0], "params" | "principal">,
): Promise<ExperimentArms> {
  const stored = await readRows(async (database) => {
    const investigationId = await findInvestigationId(database, params.number, principal);
    return findExperiment(database, params.experimentId, investigationId);
  });
  return resolveArms(arms, { reader: principal, present: parsePlan(stored).arms });
}

/**
 * Returns an experiment of the current round. Throws not-found, and read-only for an experiment of an
 * earlier round.
 */
export async function findExperimentInCurrentRound(
  { transaction, row }: InvestigationChange,
  id: string,
): Promise<ExperimentRow> {
  const present = await findExperiment(transaction, id, row.id);
  const obstacle = findRoundObstacle(present.round, row.round);
  if (obstacle === null) return present;
  throw new AppError("read-only", obstacle, {
    userMessage: { title: "This round has ended", next: "Add an experiment to the current round." },
  });
}

/** Writes columns of an experiment, and increments its version. */
export async function updateExperiment(
  { transaction }: InvestigationChange,
  id: string,
  data: Prisma.ExperimentUncheckedUpdateInput,
): Promise<void> {
  const where = { id };
  await transaction.experiment.update({ where, data: { ...data, version: { increment: 1 } } });
}

type ExperimentPayload = Parameters<InvestigationChange["recordTimelineEntry"]>[0] & {
  readonly kind: "experiment";
};

/** Adds an entry about the experiment to the timeline. Returns the experiment after the change. */
export async function recordExperimentChange(
  write: InvestigationChange,
  id: string,
  entry: Omit<ExperimentPayload, "kind" | "number" | "title">,
) {
  const changed = await findExperiment(write.transaction, id, write.row.id);
  await write.recordTimelineEntry({
    kind: "experiment",
    number: changed.number,
    title: describePlan(parsePlan(changed)),
    ...entry,
  });
  const hidden = await findHiddenBaselines(write.transaction, [parsePlan(changed)], write.principal);
  return toExperiment(changed, write.principal.id, hidden);
}

/** Returns the kind and the factor of a plan. */
export function describePlan({ kind, factor }: ExperimentPlan): string {
  return `${experimentKindTitles[kind]}, ${factorText(factor)}`;
}

/** Throws not-found for an unknown deployment. */
function assertDeployments({ context }: InvestigationChange, arms: ExperimentArms): void {
  const known = new Set([...context.deployments.values()].map(({ slug }) => slug));
  const unknown = arms.find(({ deployment }) => !known.has(deployment));
  if (unknown !== undefined) throw new AppError("not-found", `there is no deployment ${unknown.deployment}`);
}

function requirePlan(error: string | null): void {
  if (error !== null) throw createRefusalError(error, planRefusalTitle);
}

/** Throws not-found for a hypothesis of another investigation. */
async function assertHypothesis(
  { transaction, row }: InvestigationChange,
  hypothesisId: string | null | undefined,
): Promise<void> {
  if (typeof hypothesisId !== "string") return;
  const count = await transaction.hypothesis.count({ where: { id: hypothesisId, investigationId: row.id } });
  if (count === 0) throw new AppError("not-found", "this hypothesis does not exist");
}

interface PlannedHook {
  readonly rollbackHookId: string | null;
  readonly hookFiresOnGuard: boolean;
}

/** Throws not-found for a webhook of another team, and conflict for a stop rule without hook or guard. */
async function assertHook(
  { transaction, row }: InvestigationChange,
  { rollbackHookId, hookFiresOnGuard }: PlannedHook,
  { guards }: Pick<ExperimentPlan["measures"], "guards">,
): Promise<void> {
  requirePlan(
    findHookPlanError({
      hookId: rollbackHookId,
      firesOnGuard: hookFiresOnGuard,
      guardCount: guards.length,
    }),
  );
  if (rollbackHookId === null) return;
  const where = { id: rollbackHookId, OR: [{ teamId: null }, { teamId: row.teamId }] };
  if ((await transaction.webhook.count({ where })) === 0)
    throw new AppError("not-found", "this webhook does not exist");
}

/** Returns the arms in the form in which their column stores them. */
export function armsToJson(arms: ExperimentArms): Prisma.InputJsonValue {
  return arms.map((arm) => ({
    ...arm,
    selector: arm.selector === null ? null : { ...arm.selector },
    windows: arm.windows.map((window) => ({ ...window })),
    baseline: arm.baseline === null ? null : { ...arm.baseline, window: { ...arm.baseline.window } },
  }));
}
