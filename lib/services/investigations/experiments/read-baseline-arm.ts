/** Reads a baseline that is an arm of an experiment. */
import { toBaselineBlocks } from "@/lib/analysis/experiments/baseline-arm";
import type { ArmBlocks } from "@/lib/analysis/experiments/arm-blocks";
import { isAppError } from "@/lib/model/app-error";
import type { BaselineDocument } from "@/lib/model/baseline/baseline-document";
import type { ArmBaseline } from "@/lib/model/investigation/experiments/experiment";
import { isVisibleTo } from "@/lib/server/access/team-rights";
import { readRows } from "@/lib/server/db/read-rows";
import type { Reader } from "@/lib/server/principal";
import { findBaselineEntry } from "@/lib/services/baselines/find-baseline";
import { readBaselineDocument } from "@/lib/services/baselines/read-baseline-document";

/** Stored measurements of an arm. */
export interface StoredArm {
  readonly document: BaselineDocument;
  readonly blocks: ArmBlocks;
}

/**
 * Why the measurements of a baseline cannot be read: it was deleted, its team hides it from the caller, or the caller may
 * not read its source.
 */
export type BaselineReadFailure = "deleted" | "hidden" | "unreadable";

/**
 * Returns the measurements of a baseline, or why the caller cannot read them. Throws database-unavailable, and conflict
 * for a document of a newer release.
 */
export async function readBaselineArm(
  { id }: Pick<ArmBaseline, "id">,
  reader: Reader,
): Promise<StoredArm | BaselineReadFailure> {
  const unread = await findBaselineReadFailure(id, reader);
  if (unread !== null) return unread;
  const document = await readBaselineDocument(id);
  return document === null ? "deleted" : { document, blocks: toBaselineBlocks(document) };
}

/** Returns why the caller cannot read a baseline; null if the caller can. Throws database-unavailable. */
export async function findBaselineReadFailure(
  id: string,
  reader: Reader,
): Promise<BaselineReadFailure | null> {
  return readRows(async (database) => {
    try {
      await findBaselineEntry(database, id, reader);
      return null;
    } catch (error) {
      if (!isAppError(error) || error.code !== "not-found") throw error;
      const select = { visibility: true, teamId: true };
      const row = await database.baseline.findUnique({ where: { id }, select });
      if (row === null) return "deleted";
      return isVisibleTo(reader, row) ? "unreadable" : "hidden";
    }
  });
}
