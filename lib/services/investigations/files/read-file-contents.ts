/** Reads the contents of files for an export, up to a total size. */
import type { EvidenceEntry } from "@/lib/contracts/investigations/hypotheses";
import type { Transaction } from "@/lib/server/with-change";
import { selectWithinSize } from "../evidence/read-evidence-data";

/** Returns the contents in Base64 by evidence id. A file that would exceed `maxBytes` in Base64 is excluded. */
export async function readFileContents(
  database: Pick<Transaction, "evidenceFile">,
  evidence: readonly EvidenceEntry[],
  maxBytes: number,
): Promise<ReadonlyMap<string, string>> {
  const { ids } = selectWithinSize(
    evidence.map(({ id, file }) => ({ id, byteCount: file === null ? null : base64Length(file.byteCount) })),
    maxBytes,
  );
  const rows = await database.evidenceFile.findMany({
    where: { evidenceId: { in: [...ids] } },
    select: { evidenceId: true, content: true },
  });
  return new Map(
    rows.map(({ evidenceId, content }) => [evidenceId, Buffer.from(content).toString("base64")] as const),
  );
}

function base64Length(byteCount: number): number {
  return 4 * Math.ceil(byteCount / 3);
}
