/** Reads a baseline that is an arm of an experiment. */
import { toBaselineBlocks } from "@/lib/analysis/experiments/baseline-arm";
import type { ArmBlocks } from "@/lib/analysis/experiments/arm-blocks";
import { isAppError } from "@/lib/model/app-error";
import type { BaselineDocument } from "@/lib/model/baseline/baseline-document";
import type { ArmBaseline } from "@/lib/model/investigation/experiments/experiment";
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
 * Returns the measurements of a baseline; null if it was deleted, and if the caller may not read it. Throws
 * database-unavailable, and conflict for a document of a newer release.
 */
export async function readBaselineArm({ id }: ArmBaseline, reader: Reader): Promise<StoredArm | null> {
  try {
    await readRows((database) => findBaselineEntry(database, id, reader));
  } catch (error) {
    if (isAppError(error) && error.code === "not-found") return null;
    throw error;
  }
  const document = await readBaselineDocument(id);
  return document === null ? null : { document, blocks: toBaselineBlocks(document) };
}
