/** Handler of the check of a piece of evidence against its live source. It stores nothing. */
import type { liveEvidenceContract } from "@/lib/contracts/investigations/live-evidence";
import { AppError } from "@/lib/model/app-error";
import { nowMs } from "@/lib/server/clock";
import { readRows } from "@/lib/server/db/read-rows";
import type { Handler } from "@/lib/server/handler";
import { findInvestigationId } from "../find-investigation";
import { checkLiveAnswer } from "./check-live-answer";

/**
 * Queries the source of a piece of evidence again and compares the result with the stored answer. Throws not-found, also
 * for evidence without a stored answer, and database-unavailable.
 */
export const getLiveEvidence: Handler<typeof liveEvidenceContract> = async ({
  params,
  query,
  principal,
  requestId,
  signal,
}) => {
  const item = await readRows(async (database) => {
    const investigationId = await findInvestigationId(database, params.number, principal);
    return database.evidenceItem.findUnique({
      where: { id: params.evidenceId, investigationId },
      select: { id: true, answer: { select: { state: true, question: true } } },
    });
  });
  if (item === null || item.answer?.state !== "ready")
    throw new AppError("not-found", "this evidence has no stored answer");
  const { question } = item.answer;
  const checked = await checkLiveAnswer({ evidenceId: item.id, question, principal, requestId, signal });
  return {
    asOfMs: nowMs(),
    check: checked?.check ?? null,
    data: query.data === "true" ? (checked?.data ?? null) : null,
  };
};
