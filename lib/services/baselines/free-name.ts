/** Names of new baselines are unique within a deployment, so that a gate can name one. Earlier ones may share a name. */
import { AppError } from "@/lib/model/app-error";
import { visibleRows, type TeamCaller } from "@/lib/server/access/team-rights";
import type { Transaction } from "@/lib/server/with-change";

/** Deployment whose baselines are searched, and the caller, who must not learn the names of hidden ones. */
export interface NameSearch {
  readonly deploymentId: string | null;
  readonly caller: TeamCaller;
}

type NameReader = Pick<Transaction, "baseline">;

/**
 * Checks that no other baseline of the deployment has the name. Throws conflict. A failed capture does not reserve its
 * name, and a baseline without a deployment may have any name.
 */
export async function requireFreeName(database: NameReader, name: string, search: NameSearch): Promise<void> {
  if (await isFree(database, name, search)) return;
  throw new AppError("conflict", `the deployment already has a baseline with the name “${name}”`, {
    userMessage: { title: "Name in use", next: "Choose another name." },
  });
}

/** Returns the name, or the name with the first number that makes it unique: "chat-70b, imported 2". */
export async function chooseFreeName(
  database: NameReader,
  name: string,
  search: NameSearch,
): Promise<string> {
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name} ${number}`;
    if (await isFree(database, candidate, search)) return candidate;
  }
}

async function isFree(
  database: NameReader,
  name: string,
  { deploymentId, caller }: NameSearch,
): Promise<boolean> {
  if (deploymentId === null) return true;
  const count = await database.baseline.count({
    where: { deploymentId, name, state: { not: "failed" }, AND: visibleRows(caller) },
  });
  return count === 0;
}
