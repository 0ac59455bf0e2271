/** Finds one baseline that a caller may read, with or without a lock. */
import { AppError } from "@/lib/model/app-error";
import type { BaselineEntry } from "@/lib/contracts/baselines";
import { requireTeam, buildVisibleRowsCondition, type TeamCaller } from "@/lib/server/access/team-rights";
import { nowMs } from "@/lib/server/clock";
import type { Reader } from "@/lib/server/principal";
import { assertVersion } from "@/lib/server/route";
import type { Transaction } from "@/lib/server/with-change";
import { readKnownDeployments } from "@/lib/services/deployments/known-deployments";
import { findOwningTeam } from "./baseline-owner";
import {
  listedBaselineColumns,
  readBaselineEntryContext,
  toBaselineEntry,
  type BaselineRow,
} from "./baseline-row";

/** A baseline that the caller may read, as an entry of the API and as a database row. */
export interface FoundBaseline {
  readonly entry: BaselineEntry;
  readonly row: BaselineRow;
}

type RowReader = Pick<Transaction, "baseline" | "$queryRaw">;

/**
 * Returns the baseline with this id. Throws not-found for an unknown baseline, and for a baseline that the caller may not
 * see because of its team or its source.
 */
export async function findBaselineEntry(
  database: RowReader,
  id: string,
  reader: Reader,
): Promise<FoundBaseline> {
  const { deployments } = await readKnownDeployments(reader.sourceScope);
  const row = await database.baseline.findUnique({
    where: { id, AND: buildVisibleRowsCondition(reader) },
    select: listedBaselineColumns,
  });
  const context = await readBaselineEntryContext(database, { asOfMs: nowMs(), reader, deployments });
  const entry = row === null ? undefined : toBaselineEntry(row, context);
  if (row === null || entry === undefined) throw createNotFoundError();
  return { entry, row };
}

/**
 * Returns the baseline and locks its row until the transaction ends. Throws not-found. Throws forbidden for a baseline of
 * another team, and precondition-failed for another version.
 */
export async function lockBaseline(
  transaction: Transaction,
  id: string,
  { reader, expectedVersion }: { readonly reader: Reader; readonly expectedVersion: string | undefined },
): Promise<FoundBaseline> {
  await transaction.$queryRaw`select 1 from baselines where id = ${id}::uuid for update`;
  const found = await findBaselineEntry(transaction, id, reader);
  requireTeam(reader, findOwningTeam(found.row), "baseline");
  assertVersion(String(found.row.version), expectedVersion);
  return found;
}

/**
 * Checks that the caller may read the baseline. Throws not-found for an unknown baseline, and for a team-only baseline of
 * another team.
 */
export async function assertBaselineVisible(
  database: Pick<Transaction, "baseline">,
  id: string,
  caller: TeamCaller,
): Promise<void> {
  const count = await database.baseline.count({ where: { id, AND: buildVisibleRowsCondition(caller) } });
  if (count === 0) throw createNotFoundError();
}

function createNotFoundError(): AppError {
  return new AppError("not-found", "this baseline does not exist");
}
