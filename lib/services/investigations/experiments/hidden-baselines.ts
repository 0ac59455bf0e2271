/** Hides the numbers of baselines that became visible only to a team after they were used in an experiment. */
import type { ExperimentPlan } from "@/lib/model/investigation/experiments/experiment";
import type { ExperimentResult } from "@/lib/model/investigation/experiments/experiment-schema";
import { isVisibleTo, type TeamCaller } from "@/lib/server/access/team-rights";
import type { Transaction } from "@/lib/server/with-change";

/** Returns the ids of the baselines of the plans that exist and that the caller may not read. */
export async function findHiddenBaselines(
  database: Pick<Transaction, "baseline">,
  plans: readonly Pick<ExperimentPlan, "arms">[],
  caller: TeamCaller,
): Promise<ReadonlySet<string>> {
  const ids = plans.flatMap(({ arms }) => arms.flatMap(({ baseline }) => baseline?.id ?? []));
  if (ids.length === 0) return new Set();
  const rows = await database.baseline.findMany({
    where: { id: { in: [...new Set(ids)] } },
    select: { id: true, visibility: true, teamId: true },
  });
  return new Set(rows.filter((row) => !isVisibleTo(caller, row)).map(({ id }) => id));
}

/** Returns the arms without the names of hidden baselines. */
export function hideNames<Arm extends ExperimentPlan["arms"][number]>(
  [reference, changed]: readonly [Arm, Arm],
  hidden: ReadonlySet<string>,
): [Arm, Arm] {
  const hide = (arm: Arm): Arm =>
    arm.baseline !== null && hidden.has(arm.baseline.id)
      ? { ...arm, baseline: { ...arm.baseline, name: null } }
      : arm;
  return [hide(reference), hide(changed)];
}

/** Returns a stored result without its numbers if an arm is a hidden baseline. */
export function hideResult(
  result: ExperimentResult,
  { arms }: Pick<ExperimentPlan, "arms">,
  hidden: ReadonlySet<string>,
): ExperimentResult {
  const arm = arms.find(({ baseline }) => baseline !== null && hidden.has(baseline.id));
  if (arm === undefined) return result;
  return {
    ...result,
    verdict: "cannot-tell",
    sentence: `The result is hidden, because the baseline of ${arm.name} is visible only to its team.`,
    measures: [],
    quality: [],
    notes: [],
    basis: null,
  };
}
