/** Reads the stored answers of many pieces of evidence, up to a total size. */
import type { EvidenceData } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import type { EvidenceEntry } from "@/lib/contracts/investigations/hypotheses";
import type { Transaction } from "@/lib/server/with-change";
import { parseWithoutNames } from "./without-names";

/** Stored data of many pieces of evidence. Pieces that exceed the total size are missing. */
export interface EvidenceAnswers {
  /** Stored data by evidence id. */
  readonly answers: ReadonlyMap<string, EvidenceData>;
  /** Size of these answers as JSON. */
  readonly byteCount: number;
}

/** Returns the answers in the order of `evidence`. An answer that would exceed `maxBytes` is excluded. */
export async function readEvidenceData(
  database: Pick<Transaction, "evidenceAnswer">,
  evidence: readonly EvidenceEntry[],
  maxBytes: number,
): Promise<EvidenceAnswers> {
  const { ids, byteCount } = selectWithinSize(
    evidence.map(({ id, answer }) => ({
      id,
      byteCount: answer?.state === "ready" ? (answer.byteCount ?? 0) : null,
    })),
    maxBytes,
  );
  const rows = await database.evidenceAnswer.findMany({
    where: { evidenceId: { in: [...ids] } },
    select: { evidenceId: true, data: true },
  });
  const answers = rows.flatMap(({ evidenceId, data }) =>
    data === null ? [] : [[evidenceId, parseWithoutNames(data)] as const],
  );
  return { answers: new Map(answers), byteCount };
}

interface StoredSize {
  readonly id: string;
  /** Size of the stored content; null if nothing is stored. */
  readonly byteCount: number | null;
}

/** Returns the ids, in order, whose contents fit into `maxBytes` together, and the total size. */
export function selectWithinSize(
  sizes: readonly StoredSize[],
  maxBytes: number,
): { readonly ids: readonly string[]; readonly byteCount: number } {
  let total = 0;
  const ids = sizes.flatMap(({ id, byteCount }) => {
    if (byteCount === null || total + byteCount > maxBytes) return [];
    total += byteCount;
    return [id];
  });
  return { ids, byteCount: total };
}
