/** Handler of a comparison. */
import type { comparisonContract } from "@/lib/contracts/comparisons";
import { printDeclaredFactor } from "@/lib/model/comparison/declared-factor";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import { comparisonSentence } from "@/lib/sentences/comparisons/comparison-sentence";
import { readAndCompareSides } from "./read-and-compare-sides";
import { toResultEntry, toSideEntry } from "./to-response";

/** Answers that are in memory arrive in these times, and the response in 300 ms. */
const knownMarginsWaitMs = 50;
const knownWindowsWaitMs = 100;

/**
 * Returns the comparison of two sides. Throws errors of the source and database-unavailable. Throws not-found for an
 * unknown baseline or deployment. Throws conflict for a baseline that is not captured. Throws invalid-input for an
 * invalid window.
 */
export const getComparison: Handler<typeof comparisonContract> = async ({ query, principal, signal }) => {
  const { before, after, statistic, factor = null, margins, windows } = query;
  const isStrict = query.strict === "true";
  const sides = { before, after, statistic, factor, isStrict, reader: principal, signal };
  const compared = await readAndCompareSides({
    ...sides,
    ...(margins === "known" ? { historyWaitMs: knownMarginsWaitMs } : {}),
    ...(windows === "known" ? { sidesWaitMs: knownWindowsWaitMs } : {}),
  });
  const [first, second] = [toSideEntry(compared.before), toSideEntry(compared.after)];
  const isPending = [compared.before, compared.after].some(({ kind }) => kind === "pending");
  const result = compared.comparison === null ? null : toResultEntry(compared.comparison, compared);
  return {
    asOfMs: nowMs(),
    before: first,
    after: second,
    statistic,
    factor: factor === null ? null : printDeclaredFactor(factor),
    isStrict,
    ...(isPending ? { isPending } : {}),
    isMarginPending: compared.isMarginPending,
    result,
    sentence: comparisonSentence({ before: first, after: second, result }),
  };
};
