/** Compares two sides with the handler of the comparison endpoint, and lists the numbers of the comparison. */
import type { ComparedValueGroup } from "@/lib/analysis/evidence/compare-value-groups";
import { comparisonContract, type ComparedEstimate, type ComparisonEntry } from "@/lib/contracts/comparisons";
import type { QuestionOf } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { formatMeasuredValue } from "@/lib/sentences/investigations/goal-text";
import { getComparison } from "@/lib/services/comparisons/get-comparison";
import { readUntilComplete, type AnswerOutcome, type AnswerReadContext } from "./answer-outcome";

/** Returns the comparison when all margins are computed, with the window of its side `after`. */
export function readComparisonAnswer(
  { before, after, statistic, factor, isStrict }: QuestionOf<"comparison">,
  { principal, signal, requestId }: AnswerReadContext,
): Promise<AnswerOutcome> {
  const query = comparisonContract.query.parse({
    before,
    after,
    statistic,
    ...(factor === null ? {} : { factor }),
    strict: isStrict ? "true" : "false",
  });
  return readUntilComplete<AnswerOutcome>(signal, async () => {
    const comparison = await getComparison({ params: {}, query, body: {}, principal, signal, requestId });
    // A margin that is still computed is the default, and another one later.
    if (comparison.isMarginPending || comparison.isPending === true) return "pending";
    return {
      kind: "answered",
      data: { endpoint: "comparison", comparison },
      window: comparison.after.window,
    };
  });
}

/** Returns both numbers of each row with their intervals, and the verdicts. */
export function listComparisonComparedValues({ result }: ComparisonEntry): readonly ComparedValueGroup[] {
  if (result === null) return [];
  const rows = result.rows.map((row) => ({ ...row, name: formatMeasuredValue(row) }));
  return [
    {
      name: "Verdict",
      values: new Map([
        ["the comparison", result.verdict],
        ...rows.map(({ name, verdict }) => [name, verdict] as const),
      ]),
    },
    ...rows.flatMap(({ name, before, after }) => [
      { name, values: new Map([...listBounds("before", before), ...listBounds("after", after)]) },
      { name: `${name}, n`, values: new Map([...listCount("before", before), ...listCount("after", after)]) },
    ]),
  ];
}

function listBounds(side: string, estimate: ComparedEstimate) {
  if (estimate.kind === "absent") return [];
  const { value, lower, upper } = estimate;
  return [
    [`${side} value`, value],
    [`${side} lower bound`, lower],
    [`${side} upper bound`, upper],
  ] as const;
}

function listCount(side: string, estimate: ComparedEstimate) {
  return estimate.kind === "absent" ? [] : [[side, estimate.n] as const];
}
