/**
 * Reads the verdicts of stored answers. A stored answer does not change, so each process computes its verdict once.
 * The text of prompts and completions is never part of a verdict.
 */
import type { EvidenceQuestion } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import {
  canHaveVerdict,
  evidenceVerdict,
} from "@/lib/sentences/investigations/evidence-values/evidence-verdict";
import { createSizedCache, type SizedCache } from "@/lib/server/concurrency/sized-cache";
import { getProcessState } from "@/lib/server/process-state";
import type { Transaction } from "@/lib/server/with-change";
import { dropStoredPromptText } from "../evidence-kinds/drop-prompt-text";
import { safeParseWithoutNames } from "./without-names";

/** Reader of stored answers. */
export type VerdictReader = Pick<Transaction, "evidenceAnswer">;

/** A stored answer, without its data. */
interface StoredAnswer {
  readonly evidenceId: string;
  readonly question: EvidenceQuestion;
  readonly state: string;
}

/** Answers that are in memory at the same time. Each has at most 1 MiB. */
const chunkSize = 10;

/** Name of the process-wide state that contains the computed verdicts. */
export const verdictsStateName = "evidence-verdicts";

/** Verdicts by evidence id. An empty text is an answer without a verdict. */
const cache = (): SizedCache<string, string> =>
  getProcessState(verdictsStateName, () => createSizedCache<string, string>("lastResults"));

/** Returns the verdicts by evidence id. Answers without a verdict, and answers that another release wrote in a different format, are missing. */
export async function readVerdicts(
  database: VerdictReader,
  answers: readonly StoredAnswer[],
): Promise<ReadonlyMap<string, string>> {
  const verdicts = cache();
  const wanted = answers.filter(
    ({ state, question }) => state === "ready" && canHaveVerdict(question.endpoint),
  );
  const known = new Map(wanted.map(({ evidenceId }) => [evidenceId, verdicts.get(evidenceId)]));
  const unknown = wanted.filter(({ evidenceId }) => known.get(evidenceId) === undefined);
  for (let start = 0; start < unknown.length; start += chunkSize)
    for (const [evidenceId, verdict] of await computeVerdicts(
      database,
      unknown.slice(start, start + chunkSize),
    )) {
      verdicts.set(evidenceId, verdict);
      known.set(evidenceId, verdict);
    }
  return new Map(
    [...known].flatMap(([evidenceId, verdict]) => (verdict ? [[evidenceId, verdict] as const] : [])),
  );
}

async function computeVerdicts(
  database: VerdictReader,
  answers: readonly StoredAnswer[],
): Promise<readonly (readonly [string, string])[]> {
  const questions = new Map(answers.map(({ evidenceId, question }) => [evidenceId, question]));
  const rows = await database.evidenceAnswer.findMany({
    where: { evidenceId: { in: [...questions.keys()] } },
    select: { evidenceId: true, data: true },
  });
  return rows.flatMap(({ evidenceId, data }) => {
    const question = questions.get(evidenceId);
    if (data === null || question === undefined) return [];
    const stored = safeParseWithoutNames(data);
    const verdict = stored === null ? null : evidenceVerdict(dropStoredPromptText(stored), question);
    return [[evidenceId, verdict ?? ""] as const];
  });
}
