/** Reads the evidence of an investigation: the newest pieces together with its page, earlier ones on request. */
import type { evidenceListContract } from "@/lib/contracts/investigations/hypotheses";
import type { InvestigationResponse } from "@/lib/contracts/investigations/investigations";
import { nowMs } from "@/lib/server/clock";
import { readRows } from "@/lib/server/db/read-rows";
import type { Handler } from "@/lib/server/handler";
import type { Transaction } from "@/lib/server/with-change";
import { findInvestigationId } from "../find-investigation";
import { readEvidence } from "../hypotheses/evidence-row";

/** Number of pieces in the first read, so that an investigation with much evidence opens as fast as one with little. */
const newestCount = 25;

/** Returns the newest pieces of evidence, and the number of earlier pieces. */
export async function readNewestEvidence(
  database: Pick<Transaction, "evidenceItem" | "evidenceFile" | "evidenceAnswer">,
  investigationId: string,
): Promise<Pick<InvestigationResponse, "evidence" | "earlierEvidenceCount">> {
  const evidence = await readEvidence(database, investigationId, { newestCount });
  const [first] = evidence;
  if (first === undefined || evidence.length < newestCount) return { evidence, earlierEvidenceCount: 0 };
  const where = { investigationId, number: { lt: first.number } };
  return { evidence, earlierEvidenceCount: await database.evidenceItem.count({ where }) };
}

/** Returns the evidence of an investigation, in ascending order of its numbers. Throws not-found and database-unavailable. */
export const listInvestigationEvidence: Handler<typeof evidenceListContract> = async ({
  params,
  query,
  principal,
}) => {
  const evidence = await readRows(async (database) =>
    readEvidence(database, await findInvestigationId(database, params.number, principal), query),
  );
  return { asOfMs: nowMs(), evidence };
};
