/** Lists the teams with their members. */
import type { teamsContract } from "@/lib/contracts/people/teams";
import { isInTeam } from "@/lib/server/access/team-rights";
import { nowMs } from "@/lib/server/clock";
import { readRows } from "@/lib/server/db/read-rows";
import type { Handler } from "@/lib/server/handler";

/** Returns the teams with their active members, sorted by name. Throws database-unavailable. */
export const listTeams: Handler<typeof teamsContract> = async ({ principal }) => {
  const rows = await readRows((database) =>
    database.team.findMany({
      orderBy: [{ name: "asc" }, { id: "asc" }],
      include: {
        members: {
          where: { person: { state: "active" } },
          orderBy: { person: { name: "asc" } },
          select: { person: { select: { id: true, name: true } } },
        },
        _count: { select: { deployments: true, baselines: true, investigations: true } },
      },
    }),
  );
  const teams = rows.map(({ id, name, version, evidenceRetentionDays, members, _count }) => ({
    id,
    name,
    canChoose: isInTeam(principal, id),
    members: members.map(({ person }) => person),
    deploymentCount: _count.deployments,
    baselineCount: _count.baselines,
    investigationCount: _count.investigations,
    evidenceRetentionDays,
    version,
  }));
  return { asOfMs: nowMs(), teams };
};
