/** Deletes the copies behind public links, so that removed data do not remain in them. */
import { nowMs } from "@/lib/server/clock";
import { systemPrincipal } from "@/lib/server/principal";
import { writeChange } from "@/lib/server/with-change";
import type { InvestigationChange } from "../../change-investigation";

/** The only kind of report that contains evidence. */
const kind = "working";

/**
 * Revokes the links to the working report, and deletes all its copies, also the copies of links that ended earlier. Called
 * when evidence is removed. Adds an entry to the timeline for each revoked link.
 */
export async function revokeEvidenceCopies({
  transaction,
  row: { id: investigationId },
  asOf,
  recordTimelineEntry: record,
}: Pick<InvestigationChange, "transaction" | "row" | "asOf" | "recordTimelineEntry">): Promise<void> {
  const revoked = await transaction.reportLink.updateMany({
    where: { investigationId, kind, revokedAt: null, expiresAt: { gt: asOf } },
    data: { revokedAt: asOf },
  });
  await transaction.$executeRaw`
    update report_links set report = 'null'::jsonb
    where investigation_id = ${investigationId}::uuid and kind = ${kind} and jsonb_typeof(report) <> 'null'`;
  for (let count = 0; count < revoked.count; count += 1)
    await record({ kind: "report", report: kind, action: "link-revoked" });
}

/** Deletes the copies of expired and revoked links. Throws database-unavailable. */
export async function deleteEndedReportCopies(): Promise<void> {
  await writeChange(
    systemPrincipal,
    "delete-report-copies",
    (transaction) => transaction.$executeRaw`
      update report_links set report = 'null'::jsonb
      where jsonb_typeof(report) <> 'null' and (revoked_at is not null or expires_at <= ${new Date(nowMs())})`,
  );
}
