/** Compares two sides with the handler of the comparison endpoint. */
import { comparisonContract } from "@/lib/contracts/comparisons";
import type { QuestionOf } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { getComparison } from "@/lib/services/comparisons/get-comparison";
import type { AnswerOutcome, AnswerRead } from "./answer-outcome";

/** Returns the comparison with complete margins, and the window of the side after. */
export async function readComparisonAnswer(
  { before, after, statistic, factor, isStrict }: QuestionOf<"comparison">,
  { principal, signal, requestId }: AnswerRead,
): Promise<AnswerOutcome> {
  const query = comparisonContract.query.parse({
    before,
    after,
    statistic,
    ...(factor === null ? {} : { factor }),
    strict: isStrict ? "true" : "false",
  });
  const comparison = await getComparison({ params: {}, query, body: {}, principal, signal, requestId });
  return {
    kind: "answered",
    data: { endpoint: "comparison", comparison },
    window: comparison.after.window,
  };
}
