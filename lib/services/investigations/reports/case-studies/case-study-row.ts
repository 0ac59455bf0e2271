/** Converts case studies from database rows. */
import type { CaseStudyEntry } from "@/lib/contracts/investigations/reports/case-studies";
import type { CaseStudy } from "@/lib/server/db/generated/client";
import { findAuthorName } from "@/lib/server/sessions/author-names";
import type { Transaction } from "@/lib/server/with-change";

/** Returns the stored case study of an investigation; null if no person saved one. */
export function findCaseStudy(
  database: Pick<Transaction, "caseStudy">,
  investigationId: string,
): Promise<CaseStudy | null> {
  return database.caseStudy.findUnique({ where: { investigationId } });
}

/** Converts a case study from a database row. */
export function toCaseStudyEntry(row: CaseStudy): CaseStudyEntry {
  const { title, problem, cause, fix, effect, causeClass, version } = row;
  return {
    title,
    problem,
    cause,
    fix,
    effect,
    causeClass,
    version,
    publishedAtMs: row.publishedAt?.getTime() ?? null,
    author: findAuthorName(row.author),
    updatedAtMs: row.updatedAt.getTime(),
  };
}
