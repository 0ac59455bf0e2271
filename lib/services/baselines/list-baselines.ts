/** Handler of the list of baselines, newest first. */
import type { baselinesContract } from "@/lib/contracts/baselines";
import { buildVisibleRowsCondition } from "@/lib/server/access/team-rights";
import { nowMs } from "@/lib/server/clock";
import { readRows } from "@/lib/server/db/read-rows";
import type { Handler } from "@/lib/server/handler";
import { readKnownDeployments } from "@/lib/services/deployments/known-deployments";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { describeCaptureRefusal } from "./baseline-owner";
import { listedBaselineColumns, readBaselineEntryContext, toBaselineEntry } from "./baseline-row";

const maxListed = 1_000;

/** Returns the baselines, newest first. Throws not-found for an unknown deployment, and database-unavailable. */
export const listBaselines: Handler<typeof baselinesContract> = async ({ query, principal }) => {
  const scope = principal.sourceScope;
  const asOfMs = nowMs();
  const { deployments } = await readKnownDeployments(scope);
  const deploymentId =
    query.deployment === undefined ? undefined : (await resolveDeployment(query.deployment, scope)).id;
  const { rows, context } = await readRows(async (database) => ({
    rows: await database.baseline.findMany({
      where: {
        ...(deploymentId === undefined ? {} : { deploymentId }),
        AND: buildVisibleRowsCondition(principal),
      },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: maxListed + 1,
      select: listedBaselineColumns,
    }),
    context: await readBaselineEntryContext(database, { asOfMs, reader: principal, deployments }),
  }));
  return {
    asOfMs,
    baselines: rows.slice(0, maxListed).flatMap((row) => toBaselineEntry(row, context) ?? []),
    isTruncated: rows.length > maxListed,
    captureRefusal: describeCaptureRefusal(principal),
  };
};
