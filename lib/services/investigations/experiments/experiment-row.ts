/** Reads experiments from database rows. */
import type { experiment } from "@/lib/contracts/investigations/response-fields";
import type { z } from "zod";
import { AppError } from "@/lib/model/app-error";
import {
  experimentDecisions,
  experimentKinds,
  experimentStates,
  type ExperimentDecision,
  type ExperimentPlan,
  type ExperimentState,
} from "@/lib/model/investigation/experiments/experiment";
import type { ProposedChange } from "@/lib/model/investigation/experiments/experiment-change";
import {
  experimentResult,
  storedArms,
  storedFactor,
  storedMeasures,
  storedScores,
} from "@/lib/model/investigation/experiments/experiment-schema";
import type { Prisma } from "@/lib/server/db/generated/client";
import type { TeamCaller } from "@/lib/server/access/team-rights";
import type { Principal } from "@/lib/server/principal";
import { findAuthorName } from "@/lib/server/sessions/author-names";
import type { Transaction } from "@/lib/server/with-change";
import { parseDeliveryState } from "@/lib/services/organisation/webhooks/webhook-row";
import { findHiddenBaselines, hideResult, toResponseArms } from "./hidden-baselines";
import { withdrawOutdatedResultVerdicts } from "../validation/withdraw-outdated-verdicts";

const includeRelations = {
  hypothesis: { select: { id: true, number: true } },
  rollbackHook: { select: { id: true, name: true, teamId: true } },
  hookDeliveries: {
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: {
      id: true,
      webhookName: true,
      trigger: true,
      state: true,
      reason: true,
      attemptCount: true,
      status: true,
      durationMs: true,
      author: true,
      createdAt: true,
    },
  },
} satisfies Prisma.ExperimentInclude;

/** An experiment as stored, with the relations that its contract needs. */
export type ExperimentRow = Prisma.ExperimentGetPayload<{ include: typeof includeRelations }>;

type ExperimentReader = Pick<Transaction, "experiment">;

/** Returns the experiments of all rounds, by number. */
export async function readExperiments(
  database: Pick<Transaction, "experiment" | "baseline">,
  investigationId: string,
  caller: TeamCaller & Pick<Principal, "id">,
): Promise<z.infer<typeof experiment>[]> {
  const rows = await database.experiment.findMany({
    where: { investigationId },
    orderBy: { number: "asc" },
    include: includeRelations,
  });
  const hidden = await findHiddenBaselines(database, rows.map(parsePlan), caller);
  return rows.map((row) => toExperiment(row, caller.id, hidden));
}

/** Returns an experiment with its relations. Throws not-found for an experiment of another investigation. */
export async function findExperiment(
  database: ExperimentReader,
  id: string,
  investigationId: string,
): Promise<ExperimentRow> {
  const row = await database.experiment.findUnique({
    where: { id, investigationId },
    include: includeRelations,
  });
  if (row === null) throw new AppError("not-found", "this experiment does not exist");
  return row;
}

/**
 * Returns the decisions on the experiments of one round, on which state changes of the investigation depend.
 */
export async function readProposedChanges(
  database: ExperimentReader,
  { id: investigationId, round }: { readonly id: string; readonly round: number },
): Promise<readonly ProposedChange[]> {
  const rows = await database.experiment.findMany({
    where: { investigationId, round },
    orderBy: { number: "asc" },
    select: { number: true, decision: true, approvedAt: true },
  });
  return rows.map(({ number, decision, approvedAt }) => ({
    number,
    decision: parseDecision(decision),
    isApproved: approvedAt !== null,
  }));
}

/** Converts an experiment from a database row. `hidden` has the ids of baselines that the caller may not read. */
export function toExperiment(
  row: ExperimentRow,
  callerId: string,
  hidden: ReadonlySet<string>,
): z.infer<typeof experiment> {
  const plan = storedPlan(row);
  const toMs = (time: Date | null): number | null => time?.getTime() ?? null;
  return {
    id: row.id,
    number: row.number,
    round: row.round,
    hypothesis: row.hypothesis,
    ...plan,
    arms: toResponseArms(plan.arms, hidden),
    rollbackPlan: row.rollbackPlan,
    rollbackHook: row.rollbackHook === null ? null : { id: row.rollbackHook.id, name: row.rollbackHook.name },
    hookFiresOnGuard: row.hookFiresOnGuard,
    hookFirings: row.hookDeliveries.map(toFiring),
    scores: storedScores
      .parse(row.scores)
      .map((score) => ({ ...score, author: findAuthorName(score.author) })),
    state: parseExperimentState(row.state),
    startedAtMs: toMs(row.startedAt),
    endedAtMs: toMs(row.endedAt),
    decision: toDecision(row, hidden),
    approval:
      row.approvedBy === null || row.approvedAt === null
        ? null
        : {
            author: findAuthorName(row.approvedBy),
            atMs: row.approvedAt.getTime(),
            exceptionReason: row.approvalException,
          },
    isProposer: isChangeProposer(row, callerId),
    author: findAuthorName(row.author),
    version: row.version,
    createdAtMs: row.createdAt.getTime(),
  };
}

function toFiring(row: ExperimentRow["hookDeliveries"][number]) {
  const { id, webhookName, reason, attemptCount, status, durationMs } = row;
  return {
    id,
    webhook: webhookName,
    trigger: row.trigger === "stop-rule" ? ("stop-rule" as const) : ("person" as const),
    state: parseDeliveryState(row.state),
    reason,
    attemptCount,
    status,
    durationMs,
    author: findAuthorName(row.author),
    atMs: row.createdAt.getTime(),
  };
}

function toDecision(row: ExperimentRow, hidden: ReadonlySet<string>): z.infer<typeof experiment>["decision"] {
  const decision = parseDecision(row.decision);
  if (decision === null || row.decidedAt === null) return null;
  const result = experimentResult.safeParse(row.result);
  return {
    decision,
    reason: row.decisionReason ?? "",
    author: findAuthorName(row.decidedBy ?? ""),
    atMs: row.decidedAt.getTime(),
    result: result.success
      ? hideResult(withdrawOutdatedResultVerdicts(result.data), parsePlan(row), hidden)
      : null,
  };
}

type PlanColumns = Pick<ExperimentRow, "kind" | "factor" | "arms" | "measures">;

function storedPlan(row: PlanColumns) {
  return {
    kind: experimentKinds.find((kind) => kind === row.kind) ?? "config-change",
    factor: storedFactor.parse(row.factor),
    arms: storedArms.parse(row.arms),
    measures: storedMeasures.parse(row.measures),
  };
}

/** Returns the plan of a database row. */
export function parsePlan(row: PlanColumns): ExperimentPlan {
  return storedPlan(row);
}

/** Returns whether the person added the experiment, or decided to adopt the change. */
export function isChangeProposer(
  { author, decidedBy }: Pick<ExperimentRow, "author" | "decidedBy">,
  personId: string,
): boolean {
  return author === personId || decidedBy === personId;
}

/** Returns the stored state. The constraint of the column refuses other values. */
export function parseExperimentState(stored: string): ExperimentState {
  return experimentStates.find((state) => state === stored) ?? "planned";
}

/** Returns the stored decision; null without one. */
export function parseDecision(stored: string | null): ExperimentDecision | null {
  return experimentDecisions.find((decision) => decision === stored) ?? null;
}
