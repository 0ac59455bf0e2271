/**
 * Makes names of new baselines unique within a deployment, so that a gate can refer to a baseline by its name. Baselines
 * of earlier releases may have equal names.
 */
import { AppError } from "@/lib/model/app-error";
import { buildVisibleRowsCondition, type TeamCaller } from "@/lib/server/access/team-rights";
import type { Transaction } from "@/lib/server/with-change";

/** Deployment whose baselines are searched, and the caller, who must not learn the names of hidden baselines. */
export interface NameSearch {
  readonly deploymentId: string | null;
  readonly caller: TeamCaller;
}

type NameReader = Pick<Transaction, "baseline" | "$executeRaw">;

/**
 * Throws conflict if another baseline of the deployment has the name. A failed capture does not reserve its name, and a
 * baseline without a deployment may have any name. Until the transaction ends, other transactions that choose a name for
 * a baseline of the deployment wait, so that two of them cannot choose the same name.
 */
export async function requireFreeBaselineName(
  transaction: NameReader,
  name: string,
  search: NameSearch,
): Promise<void> {
  const used = await readUsedNames(transaction, search);
  if (!used.has(name)) return;
  throw new AppError("conflict", `the deployment already has a baseline with the name “${name}”`, {
    userMessage: { title: "Name in use", next: "Choose another name." },
  });
}

/** Returns the name if no other baseline has it. Otherwise, returns the name with the lowest number that makes it unique: "chat-70b, imported 2". */
export async function chooseFreeBaselineName(
  transaction: NameReader,
  name: string,
  search: NameSearch,
): Promise<string> {
  const used = await readUsedNames(transaction, search);
  if (!used.has(name)) return name;
  for (let number = 2; ; number += 1) {
    const candidate = `${name} ${number}`;
    if (!used.has(candidate)) return candidate;
  }
}

async function readUsedNames(
  transaction: NameReader,
  { deploymentId, caller }: NameSearch,
): Promise<ReadonlySet<string>> {
  if (deploymentId === null) return new Set();
  const lockName = `baseline names of ${deploymentId}`;
  await transaction.$executeRaw`select pg_advisory_xact_lock(hashtext(${lockName}))`;
  const rows = await transaction.baseline.findMany({
    where: { deploymentId, state: { not: "failed" }, AND: buildVisibleRowsCondition(caller) },
    select: { name: true },
  });
  return new Set(rows.map(({ name }) => name));
}
