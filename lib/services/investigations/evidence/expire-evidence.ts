/**
 * Removes the data of evidence when the retention of its team has ended. Answers and files are removed with their remarks.
 * Notes stay, because people wrote them for the record, like comments.
 */
import { describeRetention } from "@/lib/investigations/timeline-text";
import { nowMs } from "@/lib/server/clock";
import { readRows } from "@/lib/server/db/read-rows";
import { systemPrincipal } from "@/lib/server/principal";
import { changeInvestigation } from "../change-investigation";
import { removeContent } from "./remove-content";
import { closedInvestigationStates, readEvidenceRetention } from "./retention";

/** Maximum number of investigations in one run. The next run continues. */
const maxInvestigations = 100;
/** Maximum number of pieces of evidence in one transaction. */
const maxPieces = 50;

/**
 * Removes the data of evidence whose retention has ended. Throws database-unavailable. A run that ends early loses
 * nothing: the next run finds the remaining pieces.
 */
export async function expireEvidence(): Promise<void> {
  for (const number of await listExpired()) while (await expireSome(number));
}

/** Returns the numbers of the closed investigations with data whose retention has ended. */
async function listExpired(): Promise<readonly number[]> {
  const rows = await readRows(
    (database) => database.$queryRaw<readonly { readonly number: number }[]>`
      select i.number from investigations i join teams t on t.id = i.team_id
      where t.evidence_retention_days is not null and i.state = any(${closedInvestigationStates})
        and exists (
          select 1 from evidence_items e
          where e.investigation_id = i.id and e.removed_at is null and e.kind <> 'note'
        )
        and (select max(at) from timeline_entries s where s.investigation_id = i.id and s.kind = 'state')
          <= ${new Date(nowMs())}::timestamptz - make_interval(days => t.evidence_retention_days)
      order by i.number limit ${maxInvestigations}`,
  );
  return rows.map(({ number }) => number);
}

/** Removes some pieces of evidence. Returns whether more may remain. Removes nothing if a person has reopened the investigation. */
async function expireSome(number: number): Promise<boolean> {
  const request = { principal: systemPrincipal, number, changeName: "expire-evidence" };
  const { value: removedCount } = await changeInvestigation(request, async (write) => {
    const { transaction, row, asOf } = write;
    const retention = await readEvidenceRetention(transaction, row);
    if (retention === null || retention.removalAtMs === null || retention.removalAtMs > asOf.getTime())
      return 0;
    const items = await transaction.evidenceItem.findMany({
      where: { investigationId: row.id, removedAt: null, kind: { not: "note" } },
      orderBy: { number: "asc" },
      take: maxPieces,
      select: { id: true, number: true, text: true },
    });
    if (items.length === 0) return 0;
    const { team, retentionDays } = retention;
    for (const item of items) await removeContent(write, item, describeRetention({ team, retentionDays }));
    const numbers = items.map((item) => item.number);
    await write.recordTimelineEntry({ kind: "evidence-expiry", numbers, team, retentionDays });
    return items.length;
  });
  return removedCount === maxPieces;
}
