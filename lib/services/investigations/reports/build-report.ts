/** Builds a report from the stored record of an investigation. */
import { AppError } from "@/lib/model/app-error";
import type { Report } from "@/lib/model/investigation/reports/report";
import type { ReportKind } from "@/lib/model/investigation/reports/report-kinds";
import { createCaseStudyReport } from "@/lib/sentences/investigations/reports/case-study-report";
import { createExecutiveReport } from "@/lib/sentences/investigations/reports/executive-report";
import type { ReportContext } from "@/lib/sentences/investigations/reports/report-context";
import { createWorkingReport } from "@/lib/sentences/investigations/reports/working-report";
import { nowMs } from "@/lib/server/clock";
import { readRows } from "@/lib/server/db/read-rows";
import type { Principal } from "@/lib/server/principal";
import type { Transaction } from "@/lib/server/with-change";
import { readInvestigationRowContext, type InvestigationRowContext } from "../investigation-row";
import { readDocument } from "./export-investigation";
import { readTimeZone } from "@/lib/services/organisation/read-organisation";
import { findCaseStudy } from "./case-studies/case-study-row";

/** Maximum total size of the stored answers that a report draws: 8 MiB. */
const maxDrawnBytes = 8_388_608;

/** Kinds of evidence whose charts are part of a report. */
const drawnKinds = ["signals", "comparison"] as const;

interface ReportRequest {
  readonly number: number;
  readonly kind: ReportKind;
  /** True if the report names people. False for a copy that people outside the organisation can read. */
  readonly namesPeople: boolean;
}

interface ReportReader {
  readonly principal: Principal;
  readonly context: InvestigationRowContext;
  readonly timeZone: string;
}

/** Returns the report. Throws database-unavailable, and not-found for an unknown investigation or a case study that no person saved. */
export async function buildReport(request: ReportRequest, principal: Principal): Promise<Report> {
  const reader = {
    principal,
    context: await readInvestigationRowContext(principal),
    timeZone: await readTimeZone(),
  };
  return readRows((database) => buildReportFrom(database, request, reader));
}

/** Returns the report like `buildReport`, but can be called within a transaction. */
export async function buildReportFrom(
  database: Transaction,
  { number, kind, namesPeople }: ReportRequest,
  { timeZone, ...reader }: ReportReader,
): Promise<Report> {
  const maxDataBytes = kind === "working" ? maxDrawnBytes : 0;
  const document = await readDocument(database, { number, maxDataBytes, dataKinds: drawnKinds }, reader);
  const context: ReportContext = { createdAtMs: nowMs(), timeZone, namesPeople };
  switch (kind) {
    case "working":
      return createWorkingReport(document, context);
    case "executive":
      return createExecutiveReport(document, context);
    case "case-study": {
      const stored = await findCaseStudy(database, document.investigation.id);
      if (stored === null) throw createMissingError();
      return createCaseStudyReport(document, stored, context);
    }
  }
}

function createMissingError(): AppError {
  return new AppError("not-found", "this investigation has no case study", {
    userMessage: {
      title: "This investigation has no case study yet",
      next: "Write it on the page of the investigation, in the section “Reports”.",
    },
  });
}
