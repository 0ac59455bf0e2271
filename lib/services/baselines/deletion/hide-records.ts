/** Hides records that outlive a baseline of a team and contain its numbers or its name. */
import type { Transaction } from "@/lib/server/with-change";
import type { BaselineRow } from "../baseline-row";

const hiddenName = "Baseline of a team";
const hiddenReason = "Hidden, because only a team could read the baseline.";

/** Hides the records that remain after a baseline of a team is deleted from the people who could not read the baseline. */
export async function hideRecords(
  transaction: Transaction,
  baseline: Pick<BaselineRow, "id" | "teamId">,
): Promise<void> {
  await hideGateRuns(transaction, baseline);
  await hideExperiments(transaction, baseline);
  // The default history of a deleted baseline is visible to everyone. Its entries remain, because the newest entry decides the default.
  await transaction.baselineDefault.updateMany({
    where: { baselineId: baseline.id },
    data: { baselineName: hiddenName, reason: hiddenReason },
  });
}

async function hideGateRuns(
  transaction: Transaction,
  { id, teamId }: Pick<BaselineRow, "id" | "teamId">,
): Promise<void> {
  await transaction.$executeRaw`
    update gate_runs set request = jsonb_set(request, '{onlyTeamId}', coalesce(to_jsonb(${teamId}::text), 'null'))
    where baseline_id = ${id}::uuid`;
}

/**
 * Restricts the baseline's arms in experiments to its team. Waits for changes that have begun, and increments the version,
 * so that an edit that read the arms earlier is refused. It would store the arms without the restriction.
 */
async function hideExperiments(
  transaction: Transaction,
  { id, teamId }: Pick<BaselineRow, "id" | "teamId">,
): Promise<void> {
  await transaction.$queryRaw`
    select 1 from investigations where id in (
      select investigation_id from experiments
      where arms @> jsonb_build_array(jsonb_build_object('baseline', jsonb_build_object('id', ${id}::text))))
    order by id for no key update`;
  await transaction.$executeRaw`
    update experiments set
      version = version + 1,
      arms = (
        select jsonb_agg(
          case when arm #>> '{baseline,id}' = ${id}
            then jsonb_set(arm, '{baseline,onlyTeamId}', coalesce(to_jsonb(${teamId}::text), 'null'))
            else arm end
          order by position)
        from jsonb_array_elements(arms) with ordinality as one(arm, position))
    where arms @> jsonb_build_array(jsonb_build_object('baseline', jsonb_build_object('id', ${id}::text)))`;
}
