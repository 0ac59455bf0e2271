/** Adds evidence whose answer a background job reads within seconds. */
import type { keepEvidenceContract } from "@/lib/contracts/investigations/hypotheses";
import { storesPromptText } from "@/lib/model/investigation/evidence";
import type { Handler } from "@/lib/server/handler";
import { resolveRequestedWindow } from "@/lib/server/requested-window";
import { changeInvestigation } from "../change-investigation";
import { addEvidenceItem } from "../hypotheses/add-evidence-item";
import { readEvidenceItem } from "../hypotheses/evidence-row";
import { toStoredReader } from "./stored-reader";

/**
 * Adds a piece of evidence. A background job reads its data within seconds. Throws not-found, forbidden and
 * database-unavailable. Throws invalid-input for an unknown hypothesis and an invalid window. Throws conflict at the
 * limit.
 */
export const keepEvidence: Handler<typeof keepEvidenceContract> = async ({ params, body, principal }) => {
  const { question, title, text } = body;
  // Comparisons and gate runs have the window of their answer, and calculators have none.
  const window = "window" in question ? question.window : null;
  if (window !== null) resolveRequestedWindow({ from: String(window.startMs), to: String(window.endMs) });
  const request = { principal, number: params.number, changeName: "keep-evidence" };
  const { asOfMs, value } = await changeInvestigation(request, async (write) => {
    const evidenceId = await addEvidenceItem(write, {
      kind: question.endpoint,
      title,
      text: text.trim() === "" ? null : text,
      links: body,
      includesPromptText: storesPromptText(question),
    });
    await write.transaction.evidenceAnswer.create({
      data: {
        evidenceId,
        question: JSON.parse(JSON.stringify(question)),
        reader: toStoredReader(principal),
        startAt: window === null ? null : new Date(window.startMs),
        endAt: window === null ? null : new Date(window.endMs),
        requestedAt: write.asOf,
      },
    });
    return readEvidenceItem(write.transaction, evidenceId);
  });
  return { asOfMs, evidence: value };
};
