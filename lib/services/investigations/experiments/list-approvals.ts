/** Lists the adopted changes that wait for the approval of a person. */
import type { z } from "zod";
import type { awaitedApproval } from "@/lib/contracts/investigations/people";
import { checkApproval } from "@/lib/model/investigation/experiments/experiment-change";
import { storedFactor } from "@/lib/model/investigation/experiments/experiment-schema";
import { openStates } from "@/lib/model/investigation/investigation-state";
import { buildVisibleRowsCondition } from "@/lib/server/access/team-rights";
import type { Principal } from "@/lib/server/principal";
import type { Transaction } from "@/lib/server/with-change";
import { findAuthorName } from "@/lib/server/sessions/author-names";
import { canApproveChange, readApproverIds } from "./approvers";
import { isChangeProposer, parseDecision } from "./experiment-row";

/**
 * Returns the adopted changes that await the approval of the caller, in open investigations, the latest decision first.
 * Earlier rounds cannot be edited, so their changes are not listed.
 */
export async function listApprovals(
  database: Pick<Transaction, "$queryRaw" | "experiment" | "participant" | "person">,
  principal: Principal,
  limit: number,
): Promise<z.infer<typeof awaitedApproval>[]> {
  const ids = await listWaitingIds(database);
  const ofTeam =
    principal.role === "admin" ? {} : { OR: [{ teamId: null }, { teamId: { in: [...principal.teamIds] } }] };
  const rows = await database.experiment.findMany({
    where: {
      id: { in: ids },
      NOT: { OR: [{ author: principal.id }, { decidedBy: principal.id }] },
      investigation: { AND: [buildVisibleRowsCondition(principal), ofTeam] },
    },
    orderBy: [{ decidedAt: "desc" }, { id: "desc" }],
    take: limit,
    include: { investigation: { select: { number: true, title: true, teamId: true } } },
  });
  const approvals = await Promise.all(
    rows.map(async (row) => {
      const { investigation, decidedAt, decidedBy } = row;
      const change = { ...row, teamId: investigation.teamId };
      if (decidedAt === null) return [];
      if (!(await canApproveChange(database, change, principal.id))) return [];
      const approval = checkApproval({
        decision: parseDecision(row.decision),
        isApproved: false,
        isProposer: isChangeProposer(row, principal.id),
        isOnlyApprover: false,
        approverIds: await readApproverIds(database, change),
        callerId: principal.id,
        exceptionReason: null,
      });
      if (!approval.ok) return [];
      const { number, title } = investigation;
      return [
        {
          experimentId: row.id,
          number,
          title,
          experiment: row.number,
          factor: storedFactor.parse(row.factor),
          author: findAuthorName(decidedBy ?? row.author),
          atMs: decidedAt.getTime(),
        },
      ];
    }),
  );
  return approvals.flat();
}

const maxWaiting = 1_000;

/** Returns the ids of the adopted changes of current rounds that no person has approved. */
async function listWaitingIds(database: Pick<Transaction, "$queryRaw">): Promise<string[]> {
  const rows = await database.$queryRaw<readonly { readonly id: string }[]>`
    select experiment.id::text from experiments as experiment
    join investigations as investigation on investigation.id = experiment.investigation_id
    where experiment.decision = 'adopt' and experiment.approved_at is null
      and experiment.round = investigation.round and investigation.state = any(${[...openStates]})
    order by experiment.decided_at desc limit ${maxWaiting}`;
  return rows.map(({ id }) => id);
}
