/** Finds one baseline that a caller may read, with or without a lock. */
import { AppError } from "@/lib/model/app-error";
import type { BaselineEntry } from "@/lib/contracts/baselines";
import type { SourceScope } from "@/lib/model/sources/source-scope";
import { nowMs } from "@/lib/server/clock";
import { assertVersion } from "@/lib/server/route";
import type { Transaction } from "@/lib/server/with-change";
import { readKnownDeployments } from "@/lib/services/deployments/known-deployments";
import {
  listedBaselineColumns,
  readBaselineEntryContext,
  toBaselineEntry,
  type BaselineRow,
} from "./baseline-row";

export interface FoundBaseline {
  readonly entry: BaselineEntry;
  readonly row: BaselineRow;
}

type RowReader = Pick<Transaction, "baseline" | "baselineDefault" | "event">;

/** Throws not-found for an unknown baseline and for one whose source the caller may not read. */
export async function findBaselineEntry(
  database: RowReader,
  id: string,
  scope: SourceScope,
): Promise<FoundBaseline> {
  const { deployments } = await readKnownDeployments(scope);
  const row = await database.baseline.findUnique({ where: { id }, select: listedBaselineColumns });
  const context = await readBaselineEntryContext(database, { asOfMs: nowMs(), scope, deployments });
  const entry = row === null ? undefined : toBaselineEntry(row, context);
  if (row === null || entry === undefined) throw new AppError("not-found", "this baseline does not exist");
  return { entry, row };
}

/** Locks the row until the transaction ends. Throws not-found, and precondition-failed for another version. */
export async function lockBaseline(
  transaction: Transaction,
  id: string,
  { scope, expectedVersion }: { readonly scope: SourceScope; readonly expectedVersion: string | undefined },
): Promise<FoundBaseline> {
  await transaction.$queryRaw`select 1 from baselines where id = ${id}::uuid for update`;
  const found = await findBaselineEntry(transaction, id, scope);
  assertVersion(String(found.row.version), expectedVersion);
  return found;
}
