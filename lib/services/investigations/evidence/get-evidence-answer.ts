/** Returns the stored answer of one piece of evidence. */
import type { evidenceAnswerContract } from "@/lib/contracts/investigations/hypotheses";
import { AppError } from "@/lib/model/app-error";
import { nowMs } from "@/lib/server/clock";
import { readRows } from "@/lib/server/db/read-rows";
import type { Handler } from "@/lib/server/handler";
import { findInvestigationId } from "../find-investigation";
import { parseWithoutNames } from "./without-names";

/** Returns the stored data of one piece of evidence. Throws not-found and database-unavailable. */
export const getEvidenceAnswer: Handler<typeof evidenceAnswerContract> = async ({ params, principal }) => {
  const item = await readRows(async (database) => {
    const investigationId = await findInvestigationId(database, params.number, principal);
    return database.evidenceItem.findUnique({
      where: { id: params.evidenceId, investigationId },
      select: { answer: { select: { data: true } } },
    });
  });
  if (item === null) throw new AppError("not-found", "this evidence does not exist");
  const stored = item.answer?.data ?? null;
  return { asOfMs: nowMs(), data: stored === null ? null : parseWithoutNames(stored) };
};
