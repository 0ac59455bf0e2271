/** Reads the case study of an investigation, or proposes one. */
import type { caseStudyContract } from "@/lib/contracts/investigations/reports/case-studies";
import { proposeCaseStudy } from "@/lib/sentences/investigations/reports/case-study-report";
import { nowMs } from "@/lib/server/clock";
import { readRows } from "@/lib/server/db/read-rows";
import type { Handler } from "@/lib/server/handler";
import { readInvestigationDocument } from "../export-investigation";
import { findInvestigation, canEditInvestigation } from "../../find-investigation";
import { findCaseStudy, toCaseStudyEntry } from "./case-study-row";

/**
 * Returns the stored case study. Without one, returns a proposal from the record with the version 0. Throws not-found and
 * database-unavailable.
 */
export const getCaseStudy: Handler<typeof caseStudyContract> = async ({ params, principal }) => {
  const { number } = params;
  const { row, stored } = await readRows(async (database) => {
    const found = await findInvestigation(database, number, principal);
    return { row: found, stored: await findCaseStudy(database, found.id) };
  });
  const canEdit = canEditInvestigation(principal, row);
  if (stored !== null) return { asOfMs: nowMs(), caseStudy: toCaseStudyEntry(stored), canEdit };
  const document = await readInvestigationDocument({ number, maxDataBytes: 0 }, principal);
  const unsaved = { publishedAtMs: null, version: 0, author: null, updatedAtMs: null };
  return { asOfMs: nowMs(), caseStudy: { ...proposeCaseStudy(document), ...unsaved }, canEdit };
};
