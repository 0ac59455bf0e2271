/** Hides the numbers of baselines that became visible only to a team after they were used in an experiment. */
import type { z } from "zod";
import type { ExperimentPlan } from "@/lib/model/investigation/experiments/experiment";
import type {
  experimentArms,
  ExperimentResult,
  storedArms,
} from "@/lib/model/investigation/experiments/experiment-schema";
import { isVisibleTo, type TeamCaller } from "@/lib/server/access/team-rights";
import type { Transaction } from "@/lib/server/with-change";

/** Returns the ids of the baselines of the plans that the caller may not read. A deleted baseline stays hidden. */
export async function findHiddenBaselines(
  database: Pick<Transaction, "baseline">,
  plans: readonly Pick<ExperimentPlan, "arms">[],
  caller: TeamCaller,
): Promise<ReadonlySet<string>> {
  const baselines = plans.flatMap(({ arms }) => arms.flatMap(({ baseline }) => baseline ?? []));
  if (baselines.length === 0) return new Set();
  const rows = await database.baseline.findMany({
    where: { id: { in: [...new Set(baselines.map(({ id }) => id))] } },
    select: { id: true, visibility: true, teamId: true },
  });
  const present = new Map(rows.map((row) => [row.id, row]));
  const hidden = baselines.filter(({ id, onlyTeamId }) => {
    const owner =
      present.get(id) ?? (onlyTeamId === undefined ? null : { visibility: "team", teamId: onlyTeamId });
    return owner !== null && !isVisibleTo(caller, owner);
  });
  return new Set(hidden.map(({ id }) => id));
}

type ResponseArms = z.infer<typeof experimentArms>;

/** Returns the arms of a response, without the names of hidden baselines. */
export function toResponseArms(
  [reference, changed]: z.infer<typeof storedArms>,
  hidden: ReadonlySet<string>,
): ResponseArms {
  const toArm = ({ baseline, ...arm }: typeof reference): ResponseArms[number] => {
    if (baseline === null) return { ...arm, baseline };
    const { onlyTeamId: _owner, ...stored } = baseline;
    return { ...arm, baseline: hidden.has(stored.id) ? { ...stored, name: null } : stored };
  };
  return [toArm(reference), toArm(changed)];
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
