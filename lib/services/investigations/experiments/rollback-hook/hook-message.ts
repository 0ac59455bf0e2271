/** Creates the message of a rollback hook, in the transaction that records the firing. */
import { experimentName, factorText } from "@/lib/model/investigation/experiments/experiment";
import { findFiringObstacle } from "@/lib/model/investigation/experiments/rollback-hook";
import { investigationName } from "@/lib/model/investigation/investigation";
import { readEnvironment } from "@/lib/server/environment/env";
import { findAuthorName } from "@/lib/server/sessions/author-names";
import { createUuidV7 } from "@/lib/server/uuid-v7";
import { parseDeliveryState } from "@/lib/services/organisation/webhooks/webhook-row";
import type { InvestigationChange } from "../../change-investigation";
import { recordExperimentChange } from "../change-experiments";
import { parseExperimentState, parsePlan, type ExperimentRow } from "../experiment-row";

/** The person or the stop rule that fires the rollback hook, and the reason. */
export interface HookFiring {
  readonly trigger: "person" | "stop-rule";
  readonly reason: string;
}

/** Returns why the rollback hook of an experiment cannot be fired, as a sentence; null if it can. */
export function findHookObstacle({ row }: InvestigationChange, experiment: ExperimentRow): string | null {
  return findFiringObstacle({
    state: parseExperimentState(experiment.state),
    hook: experiment.rollbackHook,
    teamId: row.teamId,
    deliveries: experiment.hookDeliveries.map(({ state }) => ({ state: parseDeliveryState(state) })),
  });
}

/**
 * Stores the message of a rollback hook, adds an entry to the timeline, and returns the experiment after the change. A job
 * sends the message after the commit. A unique key prevents a stop rule from firing twice.
 */
export async function addHookMessage(
  write: InvestigationChange,
  experiment: ExperimentRow,
  { trigger, reason }: HookFiring,
) {
  const { transaction, asOf, principal } = write;
  await transaction.webhookDelivery.create({
    data: {
      id: createUuidV7(),
      webhookId: experiment.rollbackHookId,
      webhookName: experiment.rollbackHook?.name ?? "",
      experimentId: experiment.id,
      trigger,
      onceKey: trigger === "stop-rule" ? experiment.id : null,
      reason,
      body: createBody(write, experiment, { trigger, reason }),
      author: principal.id,
      createdAt: asOf,
      nextAttemptAt: asOf,
    },
  });
  return recordExperimentChange(write, experiment.id, { action: "hook-fired", reason });
}

function createBody(
  { row, asOf, principal }: InvestigationChange,
  experiment: ExperimentRow,
  { trigger, reason }: HookFiring,
): string {
  const { factor, arms } = parsePlan(experiment);
  const { name, deployment, selector } = arms[1];
  const investigation = investigationName(row.number);
  const { publicUrl } = readEnvironment();
  const page = publicUrl === undefined ? null : new URL(`/investigations/${investigation}`, publicUrl).href;
  return JSON.stringify({
    type: "rollback.requested",
    timestamp: asOf.toISOString(),
    data: {
      investigation: { name: investigation, title: row.title, url: page },
      experiment: { id: experiment.id, name: experimentName(experiment.number) },
      factor,
      summary: factorText(factor),
      changedArm: { name, deployment, selector },
      reason,
      trigger,
      firedBy: trigger === "stop-rule" ? "stop rule" : findAuthorName(principal.id),
    },
  });
}
