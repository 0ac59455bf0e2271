/** Lists the objects that refer to a baseline and change if the baseline is deleted. */
import type { BaselineResponse } from "@/lib/contracts/baselines";
import { experimentStates } from "@/lib/model/investigation/experiments/experiment";
import { isVisibleTo, type TeamCaller } from "@/lib/server/access/team-rights";
import type { Transaction } from "@/lib/server/with-change";

interface ExperimentUse {
  readonly investigation: number;
  readonly number: number;
  readonly state: string;
  readonly hasDecision: boolean;
  readonly visibility: string;
  readonly teamId: string | null;
}

/** Returns the uses of a baseline. Investigations that the caller may not read are counted only. */
export async function listBaselineUses(
  database: Pick<Transaction, "gateRun" | "investigation" | "$queryRaw">,
  baselineId: string,
  caller: TeamCaller,
): Promise<BaselineResponse["uses"]> {
  const waitingGateCount = await database.gateRun.count({ where: { baselineId, state: "waiting" } });
  const investigations = await database.investigation.findMany({
    where: { baselineId },
    orderBy: { number: "asc" },
    select: { number: true, visibility: true, teamId: true },
  });
  const experiments = await database.$queryRaw<readonly ExperimentUse[]>`
    select i.number as investigation, x.number, x.state, x.decision is not null as "hasDecision",
      i.visibility, i.team_id as "teamId"
    from experiments x join investigations i on i.id = x.investigation_id
    where x.arms @> jsonb_build_array(jsonb_build_object('baseline', jsonb_build_object('id', ${baselineId}::text)))
    order by i.number, x.number`;
  const readableInvestigations = investigations.filter((row) => isVisibleTo(caller, row));
  const readableExperiments = experiments.filter((row) => isVisibleTo(caller, row));
  return {
    waitingGateCount,
    investigations: readableInvestigations.map(({ number }) => number),
    hiddenInvestigationCount: investigations.length - readableInvestigations.length,
    experiments: readableExperiments.map(({ investigation, number, state, hasDecision }) => ({
      investigation,
      number,
      state: experimentStates.find((one) => one === state) ?? "planned",
      hasDecision,
    })),
    hiddenExperimentCount: experiments.length - readableExperiments.length,
  };
}
