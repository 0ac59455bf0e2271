/** Saves, publishes and withdraws the case study of an investigation. */
import type { editCaseStudyContract } from "@/lib/contracts/investigations/reports/case-studies";
import type { Handler } from "@/lib/server/handler";
import { assertVersion } from "@/lib/server/route";
import { changeInvestigation, createRefusalError } from "../../change-investigation";
import { findCaseStudy, toCaseStudyEntry } from "./case-study-row";

/**
 * Saves, publishes or withdraws the case study. The first save has the version 0. Throws not-found, forbidden and
 * database-unavailable. Throws precondition-failed for another version, and conflict for a publication before the
 * investigation is resolved.
 */
export const editCaseStudy: Handler<typeof editCaseStudyContract> = async (input) => {
  const { params, body, principal, expectedVersion } = input;
  const { isPublished, ...texts } = body;
  const request = { principal, number: params.number, changeName: "edit-case-study" };
  const { asOfMs, value } = await changeInvestigation(request, async (write) => {
    const { transaction, row, asOf } = write;
    const present = await findCaseStudy(transaction, row.id);
    assertVersion(String(present?.version ?? 0), expectedVersion);
    const presentPublication = present?.publishedAt ?? null;
    const wasPublished = presentPublication !== null;
    if (isPublished && !wasPublished && row.state !== "resolved")
      throw createRefusalError(
        "Change the state of the investigation to Resolved before you publish its case study.",
        "The case study cannot be published yet",
      );
    const publishedAt = isPublished ? (presentPublication ?? asOf) : null;
    const columns = { ...texts, publishedAt, author: principal.id, updatedAt: asOf };
    const saved = await transaction.caseStudy.upsert({
      where: { investigationId: row.id },
      create: { investigationId: row.id, ...columns, createdAt: asOf },
      update: { ...columns, version: { increment: 1 } },
    });
    const action = isPublished === wasPublished ? "saved" : isPublished ? "published" : "withdrawn";
    await write.recordTimelineEntry({ kind: "report", report: "case-study", action });
    return toCaseStudyEntry(saved);
  });
  return { asOfMs, caseStudy: value };
};
