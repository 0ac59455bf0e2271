/** Handler of the list of gate runs, newest first. */
import type { gatesContract } from "@/lib/contracts/gates";
import { buildVisibleBaselinesCondition } from "@/lib/server/access/team-rights";
import { nowMs } from "@/lib/server/clock";
import { readRows } from "@/lib/server/db/read-rows";
import type { Handler } from "@/lib/server/handler";
import { readKnownDeployments } from "@/lib/services/deployments/known-deployments";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { includeBaselineOwner, parseGateRow } from "./gate-row";

const maxListed = 200;

/** Returns the gate runs, newest first. Throws not-found for an unknown deployment, and database-unavailable. */
export const listGates: Handler<typeof gatesContract> = async ({ query, principal }) => {
  const scope = principal.sourceScope;
  const { deployments } = await readKnownDeployments(scope);
  const deploymentId =
    query.deployment === undefined ? undefined : (await resolveDeployment(query.deployment, scope)).id;
  const rows = await readRows((database) =>
    database.gateRun.findMany({
      where: {
        ...(deploymentId === undefined ? {} : { deploymentId }),
        ...(query.baseline === undefined ? {} : { baselineId: query.baseline }),
        AND: buildVisibleBaselinesCondition(principal),
      },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: maxListed + 1,
      include: includeBaselineOwner,
    }),
  );
  return {
    asOfMs: nowMs(),
    gates: rows
      .slice(0, maxListed)
      .flatMap((row) => parseGateRow(row, { deployments, reader: principal })?.entry ?? []),
    isTruncated: rows.length > maxListed,
  };
};
