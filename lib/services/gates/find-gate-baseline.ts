/** Finds the baseline that a gate names by its id or name, or the default baseline of the deployment. */
import type { BaselineEntry } from "@/lib/contracts/baselines";
import { AppError } from "@/lib/model/app-error";
import { buildVisibleRowsCondition } from "@/lib/server/access/team-rights";
import { readRows } from "@/lib/server/db/read-rows";
import type { Reader } from "@/lib/server/principal";
import { findBaselineEntry } from "@/lib/services/baselines/find-baseline";
import { findDefaultBaseline } from "@/lib/services/comparisons/read-side";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Deployment and the id or name of the baseline to find. */
export interface BaselineSearch {
  readonly deployment: KnownDeployment;
  /** Id or name of the baseline. Undefined for the default baseline of the deployment. */
  readonly reference: string | undefined;
  readonly reader: Reader;
}

const maxListedIds = 10;

/** Creates the error for a name that several baselines have. They may differ in every number, so a gate must not choose between them. */
function createAmbiguousError(name: string, ready: readonly { readonly id: string }[]): AppError {
  const ids = ready.slice(0, maxListedIds).map(({ id }) => id);
  return new AppError(
    "conflict",
    `${ready.length} baselines of the deployment have the name “${name}”. Specify one by its id, newest first: ${ids.join(", ")}`,
  );
}

/**
 * Returns the baseline with which a gate compares. Throws not-found and database-unavailable. Throws conflict for a name
 * that several ready baselines have, and for a baseline without a document.
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
  if (reference === undefined)
    return findDefaultBaseline(deployment.slug, reader, "Set a default, or name a baseline");
  const deploymentId = deployment.id;
  const named = await readRows((database) =>
    database.baseline.findMany({
      where: { deploymentId, name: reference, AND: buildVisibleRowsCondition(reader) },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      select: { id: true, state: true },
      take: 100,
    }),
  );
  const ready = named.filter(({ state }) => state === "ready");
  if (ready.length > 1) throw createAmbiguousError(reference, ready);
  const found = ready[0] ?? named[0];
  if (found === undefined)
    throw new AppError("not-found", `${deployment.title} has no baseline with the name ${reference}`);
  return found.id;
}
