/** Finds the baseline that a gate names by its id or name, or the default baseline of the deployment. */
import type { BaselineEntry } from "@/lib/contracts/baselines";
import { AppError } from "@/lib/model/app-error";
import { visibleRows } from "@/lib/server/access/team-rights";
import { readRows } from "@/lib/server/db/read-rows";
import type { Reader } from "@/lib/server/principal";
import { findBaselineEntry } from "@/lib/services/baselines/find-baseline";
import { findDefaultBaseline } from "@/lib/services/comparisons/read-side";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Deployment and the id or name of the baseline to find. */
export interface BaselineSearch {
  readonly deployment: KnownDeployment;
  /** Id or name; undefined is the default. */
  readonly reference: string | undefined;
  readonly reader: Reader;
}

/**
 * Returns the baseline with which a gate compares. If several have the name, the newest one that is ready is
 * returned. Throws not-found, conflict for a baseline without a document, and database-unavailable.
 */
export async function findGateBaseline(search: BaselineSearch): Promise<BaselineEntry> {
  const id = await findId(search);
  const { entry } = await readRows((database) => findBaselineEntry(database, id, search.reader));
  if (entry.state === "capturing")
    throw new AppError("conflict", `the capture of the baseline ${entry.name} is not complete yet`);
  if (entry.state === "failed")
    throw new AppError("conflict", `the capture of the baseline ${entry.name} failed, so it has no data`);
  return entry;
}

async function findId({ deployment, reference, reader }: BaselineSearch): Promise<string> {
  if (reference !== undefined && uuid.test(reference)) return reference;
  if (reference === undefined) return findDefaultBaseline(deployment.slug, reader);
  const deploymentId = deployment.id;
  const named = await readRows((database) =>
    database.baseline.findMany({
      where: { deploymentId, name: reference, AND: visibleRows(reader) },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      select: { id: true, state: true },
      take: 100,
    }),
  );
  const found = named.find(({ state }) => state === "ready") ?? named[0];
  if (found === undefined)
    throw new AppError("not-found", `${deployment.title} has no baseline with the name ${reference}`);
  return found.id;
}
