/** Reads the stored answers of many pieces of evidence, up to a total size. */
import {
  evidenceData,
  type EvidenceData,
} from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import type { EvidenceEntry } from "@/lib/contracts/investigations/hypotheses";
import type { Transaction } from "@/lib/server/with-change";

/** Returns the answers by evidence id, in the order of `evidence`. An answer that would exceed `maxBytes` is excluded. */
export async function readEvidenceData(
  database: Pick<Transaction, "evidenceAnswer">,
  evidence: readonly EvidenceEntry[],
  maxBytes: number,
): Promise<ReadonlyMap<string, EvidenceData>> {
  const ids = selectWithinSize(evidence, maxBytes);
  const rows = await database.evidenceAnswer.findMany({
    where: { evidenceId: { in: [...ids] } },
    select: { evidenceId: true, data: true },
  });
  return new Map(
    rows.flatMap(({ evidenceId, data }) =>
      data === null ? [] : [[evidenceId, evidenceData.parse(JSON.parse(data))] as const],
    ),
  );
}

function selectWithinSize(evidence: readonly EvidenceEntry[], maxBytes: number): readonly string[] {
  let total = 0;
  return evidence.flatMap(({ id, answer }) => {
    const size = answer?.state === "ready" ? (answer.byteCount ?? 0) : null;
    if (size === null || total + size > maxBytes) return [];
    total += size;
    return [id];
  });
}
