/** Rules for firing the rollback hook of an experiment. */
import type { DeliveryState } from "../webhook";
import type { ExperimentState } from "./experiment";

/** Facts that decide whether a rollback hook can be fired. */
export interface RollbackHookFacts {
  readonly state: ExperimentState;
  /** The webhook that the plan names; null without one. */
  readonly hook: { readonly teamId: string | null } | null;
  /** Team of the investigation. */
  readonly teamId: string | null;
  /** Earlier firings. */
  readonly deliveries: readonly { readonly state: DeliveryState }[];
}

/** Returns why the hook cannot be fired, as a sentence; null if it can. After a failed delivery, the hook can be fired again. */
export function findFiringObstacle({ state, hook, teamId, deliveries }: RollbackHookFacts): string | null {
  if (hook === null) return "The experiment has no rollback hook. Edit the experiment and choose one.";
  if (state === "planned") return "The experiment has not started, so there is nothing to roll back.";
  if (hook.teamId !== null && hook.teamId !== teamId)
    return "The rollback hook belongs to another team. Edit the experiment and choose another hook.";
  if (deliveries.some((one) => one.state === "waiting"))
    return "A message is being sent already. Wait for its outcome.";
  if (deliveries.some((one) => one.state === "delivered"))
    return "The rollback was requested already, and the receiver accepted the message.";
  return null;
}

/** Returns why the plan cannot have this stop rule; null if it can. */
export function findHookPlanError(plan: {
  readonly hookId: string | null;
  readonly firesOnGuard: boolean;
  readonly guardCount: number;
}): string | null {
  if (!plan.firesOnGuard) return null;
  if (plan.hookId === null) return "The stop rule needs a rollback hook. Choose one.";
  return plan.guardCount === 0 ? "The stop rule needs a guard. Add one." : null;
}
